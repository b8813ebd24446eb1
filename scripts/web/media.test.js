// Without scripts, on paper, and in the colours that a reader forces.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, themed } from './browser.js';
import { alike, charts, hidden, pale, sideways } from './checks.js';
import { pages, serve } from './site.js';

let browser;
let site;
before(async () => {
    [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
    await browser.close();
    site.close();
});

// A4 less the margins of theme/book.css, at 96 dots an inch.
const paper = { width: 672, height: 980 };

async function each(context, prepare, checks) {
    for (const name of pages()) {
        const page = await open(context, site, name);
        await prepare(page);
        const found = [];
        for (const check of checks) {
            found.push(...(await check(page)).map((what) => `${name}: ${what}`));
        }
        await page.close();
        assert.deepEqual(found, []);
    }
}

for (const width of [360, 1440]) {
    test(`without scripts every table, chart and answer is there at ${width} px`, async () => {
        // Playwright's own functions still run in such a page.
        const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
        await each(context, async () => {}, [hidden, charts, alike, sideways]);
    });
}

for (const theme of ['light', 'navy']) {
    test(`nothing is lost on paper from ${theme}`, async () => {
        const context = await themed(browser, { theme });
        await each(
            context,
            async (page) => {
                await page.setViewportSize(paper);
                await page.emulateMedia({ media: 'print' });
            },
            [hidden, charts, alike, pale, sideways],
        );
    });

    test(`nothing is lost in forced colours over ${theme}`, async () => {
        const context = await themed(browser, { theme, forcedColors: 'active' });
        await each(context, async () => {}, [hidden, charts, alike, sideways]);
    });
}
