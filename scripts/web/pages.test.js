// Every page, in light and dark, narrow and wide.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { audited, launch, open, themed } from './browser.js';
import { alike, charts, hidden, moved, sideways } from './checks.js';
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

for (const theme of ['light', 'navy']) {
    for (const width of [360, 1440]) {
        test(`pages in ${theme} at ${width} px`, async (t) => {
            const context = await themed(browser, { theme, width });
            for (const name of pages()) {
                await t.test(name, async () => {
                    const page = await open(context, site, name);
                    const found = page.said;
                    for (const check of [sideways, moved, hidden, charts, alike]) {
                        found.push(...(await check(page)));
                    }
                    const { main, outside } = await audited(page);
                    await page.close();
                    assert.deepEqual([...new Set([...found, ...main, ...outside])], []);
                });
            }
            await context.close();
        });
    }
}

test('the other themes have enough contrast', async () => {
    for (const theme of ['rust', 'coal', 'ayu']) {
        const context = await themed(browser, { theme });
        for (const name of pages()) {
            const page = await open(context, site, name);
            const { main, outside } = await audited(page, ['color-contrast']);
            await page.close();
            assert.deepEqual([...main, ...outside], [], `${name} in ${theme}`);
        }
        await context.close();
    }
});

test('the page for printing keeps within its width and is quiet', async () => {
    const context = await themed(browser, { width: 1440 });
    const page = await open(context, site, 'print.html');
    assert.deepEqual([...page.said, ...(await sideways(page))], []);
    await context.close();
});
