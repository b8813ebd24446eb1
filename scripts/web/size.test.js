// What our part of a page weighs, and what the lock may say.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { files, root } from './site.js';

const limit = 60 * 1024;

test('our own styles and scripts are at most 60 KiB', () => {
    const theme = join(root, 'theme');
    const own = files(theme).filter((name) => /\.(css|js)$/.test(name));
    assert.ok(own.length > 0);
    const sizes = own.map((name) => [name, statSync(join(theme, name)).size]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    assert.ok(total <= limit, `${total} bytes of ${limit}: ${sizes.join('; ')}`);
});

test('the lock names packages and no addresses', () => {
    const lock = readFileSync(new URL('package-lock.json', import.meta.url), 'utf8');
    assert.doesNotMatch(lock, /:\/\//, '`npm run lock` makes it without them');
});
