// Tests of the tests: each check finds the fault that was planted for it. That it
// finds nothing on the page without is what the other tests ask for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { audited, launch, open, themed } from './browser.js';
import { alike, charts, hidden, moved, pale, sideways, unreached } from './checks.js';
import { validated } from './markup.js';
import { book, pages, serve } from './site.js';

const table = '<table><tr><td>1</td></tr></table>';
const chart = (attributes, shape) =>
    `<figure class="chart"><svg ${attributes} width="9" height="9"><rect width="9" height="9" ${shape}/></svg></figure>`;

const picture = '<svg role="img" aria-label="x" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>';
const trace = (steps, bar = '<div class="trace-bar needs-js"><button type="button">Next</button></div>') =>
    `<figure class="trace">${bar}<ol>${steps}</ol></figure>`;
const step = (name, words = '<p>x</p>', shown = picture) => `<li class="${name}">${words}${shown}</li>`;

const said = async (page) => {
    await page.waitForTimeout(100);
    return page.said;
};
const later = async (page) => {
    await page.waitForTimeout(300);
    return moved(page);
};
const inMain = async (page) => (await audited(page)).main;
const outside = async (page) => (await audited(page)).outside;

// Check, what is planted at the end of `<main>` (or before it), and how the page
// is opened.
const faults = {
    'an image without a text': [inMain, '<img src="favicon.png">'],
    'an image without a text outside of main': [outside, '', {}, '<img src="favicon.png">'],
    'an error in the console': [said, '<script>console.error("planted")</script>'],
    'an error that is thrown': [said, '<script>throw new Error("planted")</script>'],
    'a style that is not there': [said, '<link rel="stylesheet" href="nowhere.css">'],
    'a request off the site': [said, '<img alt="" src="http://127.0.0.1:9/off.png">'],
    'something wide': [sideways, '<div style="width: 2000px">wide</div>'],
    'something wide for a phone only': [sideways, '<div style="width: 400px">wide</div>', { width: 360 }],
    'something that comes late': [
        later,
        '<script>setTimeout(() => document.querySelector("main h1").insertAdjacentHTML("beforebegin", "<p>late</p>"), 100)</script>',
    ],
    'a hidden table': [hidden, table.replace('<table', '<table hidden')],
    'a table that a script shows': [
        hidden,
        `<div class="late" hidden>${table}</div><script>document.querySelector(".late").hidden = false</script>`,
        { javaScriptEnabled: false },
    ],
    'an answer that cannot be opened': [hidden, `<details class="predict">${table}</details>`],
    'an answer that stays closed on paper': [
        hidden,
        `<style>.shut::details-content { content-visibility: hidden !important }</style><details class="shut"><summary>x</summary>${table}</details>`,
        { print: true },
    ],
    'a chart without a name': [charts, chart('role="img"', '')],
    'a chart that is no image': [charts, chart('aria-label="x"', '')],
    'a chart in the colour of the ground': [charts, chart('role="img" aria-label="x"', 'style="fill: var(--bg)"')],
    'a trace whose player shows no step': [hidden, trace(step('key'))],
    'a step without words where there are no scripts': [
        hidden,
        trace(step('key current') + step('between', '<p hidden>x</p>')),
        { javaScriptEnabled: false },
    ],
    'a step without a picture where there are no scripts': [
        hidden,
        trace(step('key current') + step('key', '<p>x</p>', picture.replace('<svg', '<svg style="display: none"'))),
        { javaScriptEnabled: false },
    ],
    'a step that is not on paper': [
        hidden,
        trace(step('key current') + step('key')) + '<style>.trace li:not(.current) { visibility: hidden !important }</style>',
        { print: true },
    ],
    'a picture of a trace without a name': [charts, trace(step('key current', '', picture.replace('aria-label="x"', '')))],
    'times that look like counts': [
        alike,
        '<style>.measured :is(th, td) { font-style: normal !important; border: 0 !important } .measured td::before { content: none !important }</style>',
    ],
    'pale text': [pale, '<p style="color: #ddd">pale</p>', { print: true }],
    'a link that is none': [unreached, '<a onclick="1">out of reach</a>'],
    'a box that scrolls past the keyboard': [
        unreached,
        '<div tabindex="-1" style="overflow-x: auto; width: 99px"><div style="width: 999px">x</div></div>',
    ],
};

const sound = {
    'a trace one step at a time': [hidden, trace(step('key current') + step('key') + step('between'))],
    'a trace as a strip': [hidden, trace(step('key current') + step('key') + step('between')), { javaScriptEnabled: false }],
    'a trace on paper': [hidden, trace(step('key current') + step('key') + step('between')), { print: true }],
    'an answer on paper': [hidden, `<details class="predict"><summary>x</summary>${table}</details>`, { print: true }],
    'an answer that can be opened': [hidden, `<details class="predict"><summary>Answer</summary>${table}</details>`],
    'a chart with a name': [charts, chart('role="img" aria-label="x"', 'style="fill: var(--fg)"')],
    'a wide table in its box': [sideways, `<div style="overflow-x: auto"><div style="width: 2000px">${table}</div></div>`],
};

// The page that has most of what is looked for.
const source = pages()
    .map((name) => readFileSync(join(book, name), 'utf8'))
    .find((html) => html.includes('class="measured"') && html.includes('td class="time"'));

let browser;
before(async () => {
    browser = await launch();
});
after(() => browser.close());

async function found(html, check, options = {}) {
    const site = await serve({ planted: { 'planted.html': html } });
    const { print, ...more } = options;
    const context = await themed(browser, more);
    const page = await open(context, site, 'planted.html');
    if (print) {
        await page.emulateMedia({ media: 'print' });
    }
    const result = await check(page);
    await context.close();
    site.close();
    return result;
}

const plant = (inside, before = '') => source.replace('<main>', `${before}\n<main>`).replace('</main>', `${inside}</main>`);

for (const [name, [check, inside, options, before]] of Object.entries(faults)) {
    test(`found: ${name}`, async () => {
        assert.notDeepEqual(await found(plant(inside, before), check, options), []);
    });
}

for (const [name, [check, inside, options]] of Object.entries(sound)) {
    test(`let pass: ${name}`, async () => {
        assert.deepEqual(await found(plant(inside), check, options), []);
    });
}

test('found: what theme/keyboard.js cures, where it is missing', async () => {
    const without = source.replace(/<script src="theme\/keyboard[^<]*<\/script>/, '');
    assert.notEqual(without, source);
    const missed = (await found(without, unreached)).join('\n');
    assert.match(missed, /mdbook-sidebar-toggle/);
    const turns = async (page) => {
        await page.locator('main a').first().focus();
        await page.keyboard.press('ArrowRight');
        await page.waitForURL((url) => !url.pathname.endsWith('planted.html'));
        return ['turned'];
    };
    assert.deepEqual(await found(without, turns), ['turned']);
    assert.notDeepEqual(await found(without, outside), []);
});

test('found: markup that is wrong, inside and outside of main', async () => {
    const inside = await validated(plant('<p><div>x</div></p><a href="#x" id="twice">x</a><b id="twice">y</b>'));
    assert.ok(inside.main.some(({ ruleId }) => ruleId === 'no-dup-id'), JSON.stringify(inside.main));
    const outside = await validated(plant('', '<marquee>x</marquee>'));
    assert.ok(outside.outside.some(({ ruleId }) => ruleId === 'deprecated'));
    assert.deepEqual(outside.main, []);
});
