// The reader's own results, from a file that is chosen or dropped, as columns.
// It is read in this browser, strictly, and goes nowhere else; what it holds
// becomes text, never markup. It gets no verdicts: the judge is not here.
(() => {
    'use strict';
    const boxes = [...document.querySelectorAll('.own-results')];
    const tables = [...document.querySelectorAll('figure.measured[data-lab]')];
    if (boxes.length === 0 || tables.length === 0) {
        boxes.forEach((box) => box.remove());
        return;
    }
    const LARGEST = 16 * 1024 * 1024;
    class Fault extends Error {}
    const fail = (at, message) => { throw new Fault(at + ' ' + message); };

    // An object with just these fields; `?` marks one that may be absent.
    const record = (fields) => (value, at) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) {
            fail(at, 'is no object');
        }
        const known = new Map(Object.entries(fields).map(([name, check]) => [name.replace('?', ''), [name, check]]));
        for (const name of Object.keys(value)) {
            if (!known.has(name)) {
                fail(at + '.' + name, 'is no field of a ledger');
            }
        }
        for (const [name, [mark, check]] of known) {
            if (Object.hasOwn(value, name)) {
                check(value[name], at + '.' + name);
            } else if (!mark.endsWith('?')) {
                fail(at + '.' + name, 'is missing');
            }
        }
    };
    const list = (check) => (value, at) => {
        if (!Array.isArray(value)) {
            fail(at, 'is no list');
        }
        value.forEach((item, i) => check(item, at + '[' + i + ']'));
    };
    const text = (value, at) => { typeof value === 'string' || fail(at, 'is no text'); };
    const count = (value, at) => { Number.isSafeInteger(value) && value >= 0 || fail(at, 'is no count'); };
    const one = (value, at) => { value === 1 || fail(at, 'is not 1'); };
    const nanos = (value, at) => { Number.isFinite(value) && value > 0 || fail(at, 'is no time'); };
    const any = () => {};
    const provenance = record({
        date: text, commit: any, modified: any, allocator: text, command: any,
        build: record({ toolchain: text, target: any, profile: text }),
        machine: record({ os: text, arch: text, cpu: text, cores: count, memory: any }),
        key: record({ sources: text, dependencies: any }), 'findings?': any,
    });
    const estimateFields = record({ variant: text, time: nanos, low: nanos, high: nanos, confidence: nanos, samples: count });
    const estimate = (value, at) => {
        estimateFields(value, at);
        value.low <= value.time && value.time <= value.high || fail(at, 'has an interval that does not hold its time');
    };
    const times = record({ tables: list(record({ name: text, variants: list(text), estimates: list(estimate), rounds: any, 'instructions?': any })), 'counter?': any, 'grids?': any });
    const row = record({ variant: text, calls: one, blocks: count, bytes: count, 'peak?': any, 'held?': any });
    const site = record({ function: text, file: text, line: count, source: text, blocks: count, bytes: count });
    const counts = record({
        tables: list(record({ name: text, rows: list(row) })),
        'sites?': list(record({ name: text, rows: list(site) })),
        'facts?': any,
        'grids?': any,
        'traces?': any,
    });

    const grouped = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
    const units = (blocks, bytes) => grouped(blocks) + (blocks === 1 ? ' block / ' : ' blocks / ') + grouped(bytes) + ' B';
    // As the build writes it.
    const time = (value) => {
        const [by, unit] = [[1, 'ns'], [1e3, 'µs'], [1e6, 'ms'], [1e9, 's']].find(([by]) => value < 999.5 * by) ?? [1e9, 's'];
        const shown = value / by;
        return shown.toFixed(shown < 9.995 ? 2 : shown < 99.95 ? 1 : 0) + ' ' + unit;
    };

    // The unit once where both have the same.
    const interval = (low, high) => {
        const [number, unit] = low.split(' ');
        return (high.endsWith(' ' + unit) ? number : low) + ' to ' + high;
    };

    // A ledger's tables by name: from each row's key to what is shown of it.
    const keyed = (name, rows, cell) => {
        const cells = new Map();
        for (const [key, item] of rows) {
            cells.has(key) && fail('table ' + name + ':', 'the row "' + key + '" stands there twice');
            cells.set(key, cell(item));
        }
        return [name, cells];
    };
    const read = (source) => {
        let ledger;
        try {
            ledger = JSON.parse(source);
        } catch {
            fail('it', 'is no JSON, or was cut off');
        }
        typeof ledger === 'object' && ledger !== null && Number.isInteger(ledger.format)
            || fail('it', 'is no ledger: it has no format');
        ledger.format === 1 || fail('format ' + ledger.format, 'is another than format 1, which this page reads');
        const isTimes = Array.isArray(ledger.body?.tables) && ledger.body.tables.some((table) => table && 'estimates' in table);
        record({ format: count, lab: text, provenance, body: isTimes ? times : counts })(ledger, 'the file');
        const body = ledger.body;
        const tables = isTimes
            ? body.tables.map((table) => keyed(table.name, table.estimates.map((item) => [item.variant, item]),
                (item) => [time(item.time), interval(time(item.low), time(item.high))]))
            : [
                ...body.tables.map((table) => keyed(table.name, table.rows.map((item) => [item.variant, item]),
                    (item) => [units(item.blocks, item.bytes)])),
                ...(body.sites ?? []).map((table) => keyed(table.name, table.rows.map((item) => [item.file + ':' + item.line, item]),
                    (item) => [units(item.blocks, item.bytes)])),
            ];
        return { lab: ledger.lab, isTimes, tables: new Map(tables), provenance: ledger.provenance };
    };

    const element = (name, className, ...children) => {
        const made = document.createElement(name);
        made.className = className;
        made.append(...children);
        return made;
    };
    const put = (table, ledger, cells) => {
        const { isTimes, provenance: from } = ledger;
        const kind = isTimes ? 'time yours' : 'count yours';
        table.querySelectorAll(isTimes ? '[data-machine="yours"]' : '.count.yours').forEach((cell) => cell.remove());
        const rows = [...table.querySelectorAll('tbody tr')];
        const same = !isTimes && rows.every((row) => cells.get(row.dataset.row)?.[0] === row.dataset.counts);
        if (!same) {
            const add = (row, cell) => {
                isTimes && (cell.dataset.machine = 'yours');
                row.append(cell);
            };
            const head = element('th', kind, isTimes ? 'your machine: time' : 'your machine: counts',
                element('small', '', isTimes ? 'observed' : 'exact'));
            head.scope = 'col';
            head.dataset.machineName = 'your machine';
            add(table.querySelector('thead tr'), head);
            for (const row of rows) {
                const [value, small] = cells.get(row.dataset.row) ?? ['not there'];
                const shown = value === row.dataset.counts ? 'the same' : value;
                add(row, element('td', kind, shown, ...(small ? [element('small', '', small)] : [])));
            }
        }
        const what = isTimes ? 'Your times' : 'Your counts';
        const caption = table.querySelector('figcaption');
        [...caption.querySelectorAll('p')].filter((line) => line.querySelector('b')?.textContent === what).forEach((line) => line.remove());
        const { cpu, cores, os, arch } = from.machine;
        const line = element('p', '', element('b', '', what), ' ' + cpu + ', ' + cores + ' cores, ' + os + ' ' + arch
            + '; ' + from.build.toolchain + ' profile ' + from.build.profile + '; ' + from.allocator + '; ' + from.date.slice(0, 10)
            + (same ? '; all the same' : '') + '; from your file, in this browser only. ');
        if (from.key.sources !== table.dataset.sources) {
            line.append(element('strong', 'stale', 'measured with another version of this lab'));
        }
        caption.lastElementChild.before(line);
        if (isTimes) {
            table.dispatchEvent(new CustomEvent('measured-columns', { bubbles: true }));
        }
    };

    const labs = [...new Set(tables.map((table) => table.dataset.lab))];
    const take = (source) => {
        const ledger = read(source);
        const shown = tables.filter((table) => {
            const cells = table.dataset.lab === ledger.lab && ledger.tables.get(table.dataset.table);
            // A table of the other part has no place for them.
            const part = table.dataset.part ?? '';
            const fits = part === '' || (part === 'times') === ledger.isTimes;
            const known = fits && cells && [...table.querySelectorAll('tbody tr')].some((row) => cells.has(row.dataset.row));
            if (known) {
                put(table, ledger, cells);
            }
            return known;
        });
        if (shown.length === 0) {
            fail('it', 'holds results of ' + ledger.lab + ' (' + ([...ledger.tables.keys()].join(', ') || 'no table')
                + '), and no table here shows any of them; this page is of ' + labs.join(', '));
        }
        return (ledger.isTimes ? 'times' : 'counts') + ' of ' + ledger.lab + ' are shown in '
            + (shown.length === 1 ? 'a table.' : shown.length + ' tables.');
    };

    const written = labs.map((lab) => 'target/labs/' + lab).join(', ');
    const show = async (files, said) => {
        said.textContent = '';
        for (const file of files) {
            let line;
            try {
                file.size <= LARGEST || fail('it', 'is larger than the 16 MiB that a ledger may have');
                line = element('p', '', file.name + ': ' + take(await file.text()));
            } catch (fault) {
                const why = fault instanceof Fault ? fault.message : 'it cannot be read';
                line = element('p', 'fault', file.name + ': ' + why + '. Nothing of it is shown. Take a file that cargo labs measure left in ' + written + '.');
            }
            said.append(line);
        }
    };
    for (const box of boxes) {
        const input = box.querySelector('input');
        input.multiple = true;
        input.addEventListener('change', () => show([...input.files], box.querySelector('output')));
        box.addEventListener('keydown', (event) => event.stopPropagation());
    }
    const dragging = (on) => boxes.forEach((box) => box.classList.toggle('dragging', on));
    const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
    document.addEventListener('dragover', (event) => {
        if (hasFiles(event)) {
            event.preventDefault();
            dragging(true);
        }
    });
    document.addEventListener('dragleave', (event) => event.relatedTarget || dragging(false));
    document.addEventListener('drop', (event) => {
        dragging(false);
        if (hasFiles(event)) {
            event.preventDefault();
            boxes[0].scrollIntoView({ block: 'nearest' });
            show([...event.dataTransfer.files], boxes[0].querySelector('output'));
        }
    });
})();
