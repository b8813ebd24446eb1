// The book by keyboard alone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, themed } from './browser.js';
import { unreached } from './checks.js';
import { pages, serve } from './site.js';

let browser;
let site;
let context;
before(async () => {
    [browser, site] = await Promise.all([launch(), serve()]);
    context = await themed(browser);
});
after(async () => {
    await browser.close();
    site.close();
});

for (const width of [360, 1440]) {
    test(`the keyboard reaches everything at ${width} px`, async (t) => {
        const narrow = await themed(browser, { width });
        for (const name of pages()) {
            await t.test(name, async () => {
                const page = await open(narrow, site, name);
                assert.deepEqual(await unreached(page), []);
                await page.close();
            });
        }
    });
}

const first = pages()[0];

test('the first stop leads past the contents to the text', async () => {
    const page = await open(context, site, first);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the text');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement.closest('main') !== null));
    await page.close();
});

test('the list of contents opens and closes, and says so', async () => {
    const page = await open(context, site, first);
    const toggle = page.getByRole('button', { name: 'Toggle Table of Contents' });
    for (const expanded of ['true', 'false', 'true']) {
        assert.equal(await toggle.getAttribute('aria-expanded'), expanded);
        await toggle.focus();
        await page.keyboard.press('Enter');
    }
    await page.waitForFunction(() => document.getElementById('mdbook-sidebar').style.display === 'none');
    await page.close();
});

test('arrows turn pages, but not from inside the text', async () => {
    const page = await open(context, site, first);
    const here = page.url();
    const inside = page.locator('main :is(a, [tabindex="0"])').first();
    await inside.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(300);
    assert.equal(page.url(), here);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('ArrowRight');
    await page.waitForURL((url) => url.href !== here);
    await page.close();
});

test('what scrolls sideways scrolls by arrow key', async () => {
    const narrow = await themed(browser, { width: 360 });
    let scrolled = 0;
    for (const name of pages()) {
        const page = await open(narrow, site, name);
        for (const box of await page.locator('main :is(.table-box, .table-wrapper, pre > code)').all()) {
            // What waits to be opened is no box yet.
            if (await box.evaluate((element) => !element.closest('details:not([open])') && element.scrollWidth > element.clientWidth + 1)) {
                await box.focus();
                await page.keyboard.press('ArrowRight');
                await box.evaluate((element) => new Promise((resolve, reject) => {
                    const wait = (left) => {
                        if (element.scrollLeft > 0) {
                            resolve();
                        } else if (left === 0) {
                            reject(new Error(`it does not scroll: ${element.outerHTML.slice(0, 100)}`));
                        } else {
                            setTimeout(wait, 20, left - 1);
                        }
                    };
                    wait(100);
                }));
                scrolled += 1;
            }
        }
        assert.equal(page.url(), site.address(name));
        await page.close();
    }
    assert.ok(scrolled > 0, 'nothing scrolled, so nothing was tested');
});

test('every lab is found by its words', async () => {
    let found = 0;
    for (const name of pages()) {
        const page = await open(context, site, name);
        const cards = await page.locator('main .lab-card .question').allTextContents();
        for (const words of cards) {
            await page.evaluate(() => document.activeElement.blur());
            await page.keyboard.press('/');
            // What is typed before the index has come, mdBook does not look for.
            await page.locator('#mdbook-search-index').waitFor({ state: 'attached' });
            await page.locator('#mdbook-searchbar-outer:not(.searching)').waitFor();
            const box = page.getByRole('searchbox', { name: 'Search this book' });
            await box.pressSequentially(words.replace(/[^\w\s]/g, ''));
            const result = page.locator(`#mdbook-searchresults a[href*="${name}?"]`);
            await result.first().waitFor({ timeout: 5000 });
            assert.match(await page.getByRole('status').first().textContent(), /search result/);
            await page.keyboard.press('Escape');
            found += 1;
        }
        await page.close();
    }
    assert.ok(found > 0, 'no page has a lab card, so nothing was tested');
});
