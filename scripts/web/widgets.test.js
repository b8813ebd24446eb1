// What a reader does with predictions, machine tabs and a file of their own, in
// a browser.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { launch } from './browser.js';
import { root, serve } from './site.js';

const ledgers = root + 'labs/lab1/ledger/';
const timesFile = readdirSync(ledgers).find((name) => name.startsWith('times-'));
const ledger = (name) => JSON.parse(readFileSync(ledgers + name, 'utf8'));

let server, browser, context, page, faults, requests;
before(async () => {
    server = await serve();
    browser = await launch();
});
after(async () => {
    await browser?.close();
    server?.close();
});
const opened = async (options = {}) => {
    context = await browser.newContext(options);
    page = await context.newPage();
    faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(server.address('hotspots.html'));
    requests = [];
    page.on('request', (request) => /favicon/.test(request.url()) || requests.push(request.url()));
};
beforeEach(() => opened());
afterEach(async () => {
    assert.deepEqual(faults, []);
    await context.close();
});

const number = () => page.locator('.predict').filter({ hasText: 'How many blocks does build_records' });
const choice = () => page.locator('.predict').filter({ hasText: 'slowest' });
const measured = () => number().getAttribute('data-text');
const isOpen = (block) => block.locator('details').evaluate((details) => details.open);

describe('a prediction', () => {
    test('stays shut until there is a guess', async () => {
        await number().locator('summary').click();
        assert.equal(await isOpen(number()), false);
        assert.match(await number().locator('output').textContent(), /Commit to a guess first/);
        await number().locator('summary').focus();
        await page.keyboard.press('Enter');
        assert.equal(await isOpen(number()), false);
        await number().locator('input').fill('many');
        await number().getByRole('button', { name: 'Commit' }).click();
        assert.match(await number().locator('output').textContent(), /is a number/);
        assert.equal(await isOpen(number()), false);
    });

    test('sets the guess beside what was measured', async () => {
        const answer = Number(await number().getAttribute('data-answer'));
        for (const [guess, said] of [
            [String(answer / 4), /That is 4\.0 times your guess/],
            [String(answer * 20), /Your guess is 20 times that/],
            [answer.toLocaleString('en'), /Exactly right/],
            [String(answer + 1), /Close, a little too high/],
            ['0', /Too low\.$/],
        ]) {
            await number().locator('input').fill(guess);
            await page.keyboard.press('Enter');
            assert.equal(await isOpen(number()), true);
            const text = await number().locator('output').textContent();
            assert.match(text, said);
            assert.ok(text.includes('You said ' + guess) && text.includes(await measured()), text);
            await page.getByRole('button', { name: 'Forget my guesses' }).click();
            assert.equal(await isOpen(number()), false);
        }
    });

    test('is kept across a reload, and forgotten when asked', async () => {
        await number().locator('input').fill('500');
        await number().getByRole('button', { name: 'Commit' }).click();
        await choice().getByLabel('encode_with').check();
        await choice().getByRole('button', { name: 'Commit' }).click();
        await page.reload();
        assert.equal(await number().locator('input').inputValue(), '500');
        assert.equal(await isOpen(number()), true);
        assert.match(await choice().locator('output').textContent(), /^No\. You said encode_with\./);
        await page.getByRole('button', { name: 'Forget my guesses' }).click();
        await page.reload();
        assert.equal(await number().locator('input').inputValue(), '');
        assert.equal(await isOpen(choice()), false);
    });

    test('is made with the keyboard alone and turns no page', async () => {
        const url = page.url();
        await choice().getByLabel('encode_fresh').focus();
        await page.keyboard.press('Space');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowRight');
        assert.equal(await choice().locator('input:checked').getAttribute('value'), 'encode_pooled');
        await page.keyboard.press('Tab');
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(200);
        assert.equal(page.url(), url);
        await page.keyboard.press('Enter');
        assert.equal(await isOpen(choice()), true);
        assert.equal(await page.evaluate(() => document.activeElement.tagName), 'SUMMARY');
        await number().locator('input').focus();
        for (const key of ['s', '/', 'ArrowRight', 'ArrowLeft', '?']) {
            await page.keyboard.press(key);
        }
        await page.waitForTimeout(200);
        assert.equal(page.url(), url);
        assert.equal(await page.locator('#mdbook-searchbar:focus, #searchbar:focus').count(), 0);
    });

    test('lasts as long as the page where storage is refused', async () => {
        await context.close();
        context = await browser.newContext();
        await context.addInitScript(() => {
            for (const name of ['getItem', 'setItem', 'removeItem']) {
                Storage.prototype[name] = () => { throw new Error('refused'); };
            }
        });
        page = await context.newPage();
        await page.goto(server.address('hotspots.html'));
        await number().locator('input').fill(String(4 * await number().getAttribute('data-answer')));
        await number().getByRole('button', { name: 'Commit' }).click();
        assert.match(await number().locator('output').textContent(), /Your guess is 4\.0 times that/);
    });

    test('works without scripts', async () => {
        await context.close();
        await opened({ javaScriptEnabled: false });
        await number().locator('input').fill('500');
        await number().locator('summary').click();
        assert.ok(await number().getByText(await measured()).isVisible());
        assert.equal(await page.getByRole('button', { name: 'Commit' }).count(), 0);
        assert.equal(await page.locator('.own-results').isVisible(), false);
    });
});

const counts = () => page.locator('#table-lab1-pipeline-counts');
const times = () => page.locator('#table-lab1-pipeline-times');
// Chooses one file, and waits for what the page says of it.
const give = async ([name, content]) => {
    const buffer = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    await page.locator('.own-results input').setInputFiles([{ name, mimeType: 'application/json', buffer }]);
    await page.locator('.own-results output p').waitFor();
};
const said = () => page.locator('.own-results output').textContent();
const yours = () => {
    const mine = ledger(timesFile);
    mine.provenance.machine.cpu = 'Mine <b>';
    for (const estimate of mine.body.tables[0].estimates) {
        [estimate.low, estimate.time, estimate.high] = [990, 999.6, 1234567];
    }
    return mine;
};

describe('a file of the reader', () => {
    test('becomes columns, as text, and goes nowhere', async () => {
        await give(['times-mine.json', yours()]);
        assert.match(await said(), /times of lab1 are shown in a table/);
        const cell = times().locator('tbody tr').first().locator('td.time.yours');
        assert.equal(await cell.textContent(), '1.00 µs990 ns to 1.23 ms');
        const line = times().locator('figcaption p').filter({ hasText: 'Your times' });
        assert.match(await line.textContent(), /Mine <b>, 2 cores.*in this browser only/);
        assert.deepEqual(requests, []);
        // Again: replaced, not added.
        await give(['times-mine.json', yours()]);
        assert.equal(await times().locator('th.time.yours').count(), 1);
        assert.equal(await line.count(), 1);
        await page.reload();
        assert.equal(await times().locator('th.time.yours').count(), 0);
    });

    test('of counts says what is the same and what is not', async () => {
        await give(['counts.json', ledger('counts.json')]);
        // Those of times have no place for them.
        const tables = await page.locator('figure.measured[data-lab="lab1"]:not([data-part="times"])').count();
        assert.ok((await said()).includes(`counts of lab1 are shown in ${tables} tables`), await said());
        assert.match(await counts().locator('figcaption').textContent(), /all the same; from your file/);
        assert.doesNotMatch(await times().textContent(), /from your file/);
        assert.equal(await page.locator('td.count.yours').count(), await page.locator('[data-table="lines"] td.count.yours').count());
        const other = ledger('counts.json');
        const { rows } = other.body.tables.find((table) => table.name === 'pipeline');
        rows[0].blocks = 1;
        rows.pop();
        await give(['counts.json', other]);
        const cells = await counts().locator('td.count.yours').allTextContents();
        const changed = `1 block / ${rows[0].bytes.toLocaleString('en')} B`;
        assert.equal(await counts().locator('[data-machine]').count(), 0);
        assert.deepEqual(cells, [changed, ...rows.slice(1).map(() => 'the same'), 'not there']);
    });

    test('can be dropped onto the page', async () => {
        const data = await page.evaluateHandle((text) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], 'times-mine.json', { type: 'application/json' }));
            return transfer;
        }, JSON.stringify(yours()));
        await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
        await page.dispatchEvent('main', 'drop', { dataTransfer: data });
        await times().locator('th.time.yours').waitFor();
    });

    test('that is no ledger is told what is wrong, and shows nothing', async () => {
        const spoiled = (change) => {
            const times = ledger(timesFile);
            change(times);
            return times;
        };
        for (const [content, what] of [
            ['{', /no JSON/],
            ['null', /no ledger/],
            ['[1]', /no ledger/],
            ['{"format": 2}', /format 2 is another than format 1/],
            [spoiled((times) => { times.lab = 'lab9'; }), /holds results of lab9 \(pipeline.*\).*this page is of lab1/],
            [spoiled((times) => { times.body.tables[0].name = 'other'; }), /lab1 \(other\)/],
            [spoiled((times) => { times.body.tables[0].estimates[1].low = -1; }), /body\.tables\[0\]\.estimates\[1\]\.low is no time/],
            [spoiled((times) => { times.body.tables[0].estimates[1].high = 1; }), /interval that does not hold its time/],
            [spoiled((times) => { times.body.tables[0].estimates[1].variant = times.body.tables[0].estimates[0].variant; }), /"\w+" stands there twice/],
            [ledger('go.json'), /body\.tables\[0\]\.rows\[0\]\.calls is not 1/],
            [spoiled((times) => { times.body.extra = 1; }), /body\.extra is no field/],
            [spoiled((times) => { delete times.provenance.date; }), /provenance\.date is missing/],
            [' '.repeat(16 * 1024 * 1024 + 1), /larger than the 16 MiB/],
        ]) {
            await give(['x.json', content]);
            await page.locator('.own-results .fault').filter({ hasText: what }).waitFor();
            assert.match(await said(), /^x\.json: .*Nothing of it is shown.*target\/labs\/lab1/);
            assert.equal(await page.locator('.yours').count(), 0);
        }
    });
});

describe('machine tabs', () => {
    const shown = () => times().locator('thead th[data-machine]:visible').evaluateAll((heads) => heads.map((head) => head.firstChild.textContent));

    test('are not there for one machine, and show one of several', async () => {
        assert.equal(await page.getByRole('tablist').count(), 0);
        // Instructions stand between the two where the machine could count them.
        const ours = await shown();
        assert.deepEqual([ours.at(0), ours.at(-1)], ['time', 'verdict against encode_fresh']);
        await give(['times-mine.json', yours()]);
        const tabs = times().getByRole('tab');
        assert.equal(await tabs.count(), 3);
        assert.deepEqual(await shown(), ['your machine: time']);
        await tabs.first().click();
        assert.deepEqual(await shown(), ours);
        assert.equal(await times().locator('tbody th').first().isVisible(), true);
        await tabs.last().click();
        assert.equal((await shown()).length, ours.length + 1);
        assert.equal(await times().getByRole('tabpanel').count(), 1);
    });

    test('are moved along with arrows, and turn no page', async () => {
        await give(['times-mine.json', yours()]);
        const url = page.url();
        const selected = () => times().locator('[role="tab"][aria-selected="true"]').textContent();
        await times().locator('[role="tab"][aria-selected="true"]').focus();
        assert.equal(await selected(), 'your machine');
        await page.keyboard.press('ArrowRight');
        assert.equal(await selected(), 'all, side by side');
        await page.keyboard.press('ArrowRight');
        assert.match(await selected(), /cores/);
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('Home');
        await page.keyboard.press('End');
        assert.equal(await selected(), 'all, side by side');
        assert.equal(page.url(), url);
    });

    test('keep the choice for other tables and for the next visit', async () => {
        // The book as it is built where two machines have timed the table.
        await page.route('**/hotspots.html', async (route) => {
            const response = await route.fetch();
            const cell = /(<t[hd][^>]* class="time" data-machine=")[^"]+("[^>]*>.*?<\/t[hd]>)/g;
            const body = (await response.text()).replace(cell, (own, start, end) => own + start + 'other' + end.replace('name="', 'name="Other '));
            await route.fulfill({ response, body });
        });
        await page.reload();
        const machines = () => times().locator('thead th[data-machine]:visible').evaluateAll((heads) => heads.map((head) => head.dataset.machine));
        const [first] = await machines();
        assert.notEqual(first, 'other');
        await times().getByRole('tab', { name: 'Other' }).click();
        assert.deepEqual(await machines(), ['other']);
        await page.reload();
        assert.deepEqual(await machines(), ['other']);
        // A choice that this table does not have is none.
        await page.evaluate(() => localStorage.setItem('measured-machine', 'gone'));
        await page.reload();
        assert.equal((await machines())[0], first);
    });
});
