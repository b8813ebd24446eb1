// The pages as they are written, before any script has run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { validated } from './markup.js';
import { book, pages } from './site.js';

// What mdBook's own template does outside `<main>`, by rule. An entry that is no
// longer needed fails, as one that is missing does.
const ofMdbook = JSON.parse(readFileSync(new URL('mdbook.json', import.meta.url), 'utf8'));

test('what we write is sound, and mdBook does no more than we know', async () => {
    const rules = new Set();
    for (const name of [...pages(), 'index.html', '404.html']) {
        const { main, outside } = await validated(readFileSync(join(book, name), 'utf8'));
        assert.deepEqual(main.map(({ ruleId, line, message }) => `${name}:${line}: ${ruleId}: ${message}`), []);
        outside.forEach(({ ruleId }) => rules.add(ruleId));
    }
    assert.deepEqual([...rules].sort(), Object.keys(ofMdbook.htmlValidate).sort());
});
