// The pages as they are written, before any script has run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { book, pages } from './site.js';

const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    // A table's box is a `div` with role="region": a `section` says no more.
    rules: { 'prefer-native-element': ['error', { exclude: ['region'] }] },
});

// What mdBook's own template does outside `<main>`, by rule. An entry that is no
// longer needed fails, as one that is missing does.
const ofMdbook = JSON.parse(readFileSync(new URL('mdbook.json', import.meta.url), 'utf8'));

// Findings inside and outside `<main>`.
export async function validated(html) {
    const line = (text) => html.slice(0, html.indexOf(text)).split('\n').length;
    const [from, to] = [line('<main>'), line('</main>')];
    const { results } = await validator.validateString(html);
    const found = { main: [], outside: [] };
    for (const message of results.flatMap((result) => result.messages)) {
        const inside = message.line >= from && message.line <= to;
        (inside ? found.main : found.outside).push(message);
    }
    return found;
}

test('what we write is sound, and mdBook does no more than we know', async () => {
    const rules = new Set();
    for (const name of [...pages(), 'index.html', '404.html']) {
        const { main, outside } = await validated(readFileSync(join(book, name), 'utf8'));
        assert.deepEqual(main.map(({ ruleId, line, message }) => `${name}:${line}: ${ruleId}: ${message}`), []);
        outside.forEach(({ ruleId }) => rules.add(ruleId));
    }
    assert.deepEqual([...rules].sort(), Object.keys(ofMdbook.htmlValidate).sort());
});
