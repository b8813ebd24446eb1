// A recorded run, played by buttons, slider and keys, and as a strip.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { audited, launch, open, themed } from './browser.js';
import { book, pages, serve } from './site.js';

const name = pages().find((page) => readFileSync(join(book, page), 'utf8').includes('<figure class="trace"'));

let browser, site, context, page, trace;
before(async () => {
    assert.ok(name, 'no page has a trace, so nothing was tested');
    [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
    await browser?.close();
    site?.close();
});
afterEach(() => context?.close());

async function opened(options = {}) {
    context = await themed(browser, options);
    page = await open(context, site, name);
    trace = page.locator('figure.trace').first();
}

const button = (label) => trace.getByRole('button', { name: label, exact: true });
const view = () => trace.locator('.trace-view');
const slider = () => trace.getByRole('slider');
const count = () => trace.locator('li').count();
const words = (step) => trace.locator('li > p').nth(step - 1);
const seen = (selector) =>
    trace.locator(selector).evaluateAll((found) =>
        found.flatMap((element, i) => (element.checkVisibility({ visibilityProperty: true }) ? [i + 1] : [])),
    );

// This step is shown, alone, with its picture; everything says so.
async function at(step) {
    assert.deepEqual(await seen('li > p'), [step]);
    assert.deepEqual(await seen('li > svg'), [step]);
    assert.match(await words(step).textContent(), new RegExp(`^${step} of ${await count()} `));
    assert.equal(await slider().inputValue(), String(step));
    assert.equal(await slider().getAttribute('aria-valuetext'), await words(step).textContent());
}

// Time stands still but for `page.clock.runFor`.
async function still() {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
}

// What a screen reader is told.
const told = () => trace.getByRole('status').textContent();

test('buttons and the slider lead from step to step', async () => {
    await opened();
    const last = await count();
    await at(1);
    assert.equal(await told(), '');
    // It is no dead end: a button keeps the focus, and says what it is.
    await button('Back').click({ force: true });
    await at(1);
    await button('Next').click();
    await at(2);
    assert.equal(await told(), await words(2).textContent());
    await button('Next').click();
    await button('Back').click();
    await at(2);
    await slider().fill(String(last));
    await at(last);
    assert.equal(await button('Next').getAttribute('aria-disabled'), 'true');
    await button('Next').click({ force: true });
    await at(last);
    await button('First').click();
    await at(1);
    assert.equal(await button('First').getAttribute('aria-disabled'), 'true');
    assert.equal(await button('Next').getAttribute('aria-disabled'), 'false');
});

test('keys lead from step to step and turn no page', async () => {
    await opened();
    const url = page.url();
    const last = await count();
    for (const start of [view(), button('Next'), slider()]) {
        await start.focus();
        for (const [key, step] of [
            ['Home', 1],
            ['ArrowLeft', 1],
            ['ArrowRight', 2],
            ['ArrowRight', 3],
            ['ArrowLeft', 2],
            ['End', last],
            ['ArrowRight', last],
        ]) {
            await page.keyboard.press(key);
            await at(step);
        }
        await page.keyboard.press('Home');
    }
    // The space bar presses the button that has the focus.
    await button('Next').focus();
    await page.keyboard.press('Space');
    await at(2);
    await button('Back').focus();
    await page.keyboard.press('Space');
    await at(1);
    await page.waitForTimeout(300);
    assert.equal(page.url(), url);
});

test('it plays, in silence, until it is paused or at its end', async () => {
    await opened();
    await still();
    await view().focus();
    await page.keyboard.press('Space');
    await at(2);
    assert.equal(await told(), '');
    await page.clock.runFor(1600);
    await at(3);
    assert.equal(await told(), '');
    await button('Pause').click();
    await page.clock.runFor(9000);
    await at(3);
    await button('Play').click();
    await page.keyboard.press('ArrowLeft');
    await page.clock.runFor(9000);
    await at(3);
    await button('Play').click();
    await page.clock.runFor(1600 * (await count()));
    await at(await count());
    await button('Play').click();
    await at(1);
});

test('it does not play for who wants no motion', async () => {
    await opened({ reducedMotion: 'reduce' });
    await still();
    assert.equal(await button('Play').count(), 0);
    await view().focus();
    await page.keyboard.press('Space');
    await page.clock.runFor(9000);
    await at(1);
    await page.keyboard.press('ArrowRight');
    await at(2);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await button('Play').waitFor();
});

for (const width of [360, 1440]) {
    test(`no step is higher than another at ${width} px, and all pass the audit`, async () => {
        await opened({ width });
        const place = () => trace.locator('figcaption').evaluate((caption) => caption.getBoundingClientRect().top + scrollY);
        const before = await place();
        for (let step = 2; step <= (await count()); step += 1) {
            await button('Next').click();
            assert.equal(await place(), before, `step ${step}`);
        }
        assert.deepEqual((await audited(page)).main, []);
    });
}

// Every step in words, and pictures of the key ones.
async function strip() {
    const last = await count();
    assert.deepEqual(await seen('li > p'), Array.from({ length: last }, (_, i) => i + 1));
    assert.deepEqual(await seen('.key > svg'), await trace.locator('.key').evaluateAll((all) => all.map((_, i) => i + 1)));
    assert.deepEqual(await seen('.between > svg'), []);
    assert.equal(await trace.locator('.trace-bar').isVisible(), false);
    const boxes = await trace.locator('li').evaluateAll((all) => all.map((li) => li.getBoundingClientRect().toJSON()));
    for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(i + 1)) {
            const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            assert.ok(apart, `two steps lie on each other: ${JSON.stringify([a, b])}`);
        }
    }
}

for (const width of [360, 1440]) {
    test(`without scripts it is a strip at ${width} px`, async () => {
        context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
        page = await open(context, site, name);
        trace = page.locator('figure.trace').first();
        await strip();
    });
}

test('on paper it is a strip, wherever it stood', async () => {
    await opened();
    await button('Next').click();
    await page.emulateMedia({ media: 'print' });
    await strip();
});
