// Debian's Chromium, driven by playwright-core; nothing is downloaded.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// $CHROMIUM, or where Debian and the runners of CI have it.
function executable() {
    const known = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'];
    const found = known.find((path) => path && existsSync(path));
    if (!found) {
        throw new Error('no Chromium: `apt-get install chromium`, or name one in $CHROMIUM');
    }
    return found;
}

export function launch() {
    const args = [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
    ];
    return chromium.launch({ executablePath: executable(), args });
}

// A context whose pages have this theme of mdBook.
export async function themed(browser, { theme = 'light', width = 1440, ...more } = {}) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, ...more });
    await context.addInitScript((name) => localStorage.setItem('mdbook-theme', name), theme);
    await context.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => window.shifts.push(...list.getEntries())).observe({
            type: 'layout-shift',
            buffered: true,
        });
    });
    return context;
}

// Opens a page of a site. `said` collects what a reader's console or network would
// show: errors, and requests that leave the site.
export async function open(context, site, name) {
    const page = await context.newPage();
    page.said = [];
    page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
            page.said.push(`console: ${message.text()}`);
        }
    });
    page.on('pageerror', (error) => page.said.push(`console: ${error.message}`));
    page.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== site.origin) {
            page.said.push(`request off the site: ${request.url()}`);
        }
    });
    await page.goto(site.address(name), { waitUntil: 'load' });
    return page;
}

// What axe finds, apart in `<main>` and outside; with `rules` by these alone.
export async function audited(page, rules) {
    await page.evaluate(axe);
    return page.evaluate(async (runOnly) => {
        const found = { main: [], outside: [] };
        const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
        const { violations } = await axe.run(document, options);
        for (const { id, nodes } of violations) {
            for (const node of nodes) {
                const element = document.querySelector(node.target.flat()[0]);
                const where = element?.closest('main') ? found.main : found.outside;
                where.push(`axe ${id}: ${node.html.slice(0, 120)}`);
            }
        }
        return found;
    }, rules);
}
