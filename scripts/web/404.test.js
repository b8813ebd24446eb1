// The page for what is not there, at addresses of any depth.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { audited, launch, open, themed } from './browser.js';
import { sideways, unreached } from './checks.js';
import { serve } from './site.js';

let browser;
let site;
before(async () => {
    // Without a site URL the page takes the root for the book's folder.
    [browser, site] = await Promise.all([launch(), serve({ below: '/' })]);
});
after(async () => {
    await browser.close();
    site.close();
});

for (const theme of ['light', 'navy']) {
    test(`its links and styles work from any depth, in ${theme}`, async () => {
        const context = await themed(browser, { theme, width: 360 });
        for (const address of ['nowhere.html', 'no/where/at.all', 'a/b/c/']) {
            const page = await open(context, site, address);
            // The browser itself reports the status of the page.
            const said = page.said.filter((line) => !/status of 404/.test(line));
            const links = await page.evaluate(() => [...document.querySelectorAll('main a')].map((link) => link.href));
            assert.ok(links.length > 3, `${address} offers no way on`);
            for (const link of links) {
                const response = await page.request.get(link);
                // A link to the page itself is one to 404.html, which is there.
                assert.equal(response.status(), 200, `${link} on ${address}`);
                assert.ok(new URL(link).hash === '' || new URL(link).pathname === '/404.html', link);
            }
            const style = await page.evaluate(() => getComputedStyle(document.querySelector('main h1'), '::after').content);
            assert.notEqual(style, 'none', `${address} is without our style`);
            const { main, outside } = await audited(page);
            assert.deepEqual([...said, ...(await sideways(page)), ...main, ...outside], []);
            assert.deepEqual(await unreached(page), []);
            await page.close();
        }
    });
}
