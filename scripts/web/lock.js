// `npm run lock`: makes package-lock.json anew, without the addresses that npm
// writes beside the packages: the lock names packages and their hashes only.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

execFileSync('npm', ['install', '--package-lock-only'], { stdio: 'inherit' });
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const entry of Object.values(lock.packages)) {
    delete entry.funding;
    delete entry.resolved;
}
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 4)}\n`);
