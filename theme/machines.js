// Machine tabs: of several machines that timed a table, one machine's columns at
// a time. The choice holds for every table and page. Without this script all
// columns show.
(() => {
    'use strict';
    const KEY = 'measured-machine';
    const ALL = 'all';
    const tables = [...document.querySelectorAll('figure.measured')];
    let chosen = ALL;
    // A browser may refuse storage; the choice then lasts as long as the page.
    try { chosen = localStorage.getItem(KEY) ?? ''; } catch { chosen = ''; }

    const machines = (table) => {
        const names = new Map();
        for (const head of table.querySelectorAll('th[data-machine]')) {
            if (head.dataset.machineName) {
                names.set(head.dataset.machine, head.dataset.machineName);
            }
        }
        return names;
    };

    // Which of a table's tabs is chosen: one that it has.
    const choiceOf = (names) => (names.has(chosen) || chosen === ALL ? chosen : names.keys().next().value);

    const show = (table) => {
        const choice = choiceOf(machines(table));
        const tabs = table.querySelectorAll('[role="tab"]');
        for (const tab of tabs) {
            const selected = tab.dataset.machine === choice;
            tab.setAttribute('aria-selected', String(selected));
            tab.tabIndex = selected ? 0 : -1;
            if (selected) {
                table.querySelector('.table-box').setAttribute('aria-labelledby', tab.id);
            }
        }
        for (const cell of table.querySelectorAll('th[data-machine], td[data-machine]')) {
            const other = tabs.length > 0 && choice !== ALL && cell.dataset.machine !== choice;
            cell.classList.toggle('other-machine', other);
        }
    };

    const choose = (machine) => {
        chosen = machine;
        try { localStorage.setItem(KEY, machine); } catch { /* not kept */ }
        tables.forEach(show);
    };

    const keys = (event, list) => {
        // mdBook turns pages on bare arrow keys; here they move along the tabs.
        event.stopPropagation();
        const tabs = [...list.children];
        const at = tabs.indexOf(document.activeElement);
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
        if (to === undefined || at < 0) {
            return;
        }
        event.preventDefault();
        const tab = tabs[(to + tabs.length) % tabs.length];
        choose(tab.dataset.machine);
        tab.focus();
    };

    const withTabs = (table) => {
        // The build left their room.
        table.querySelector('.machine-tabs')?.remove();
        const names = machines(table);
        const box = table.querySelector('.table-box');
        if (names.size > 1) {
            const list = document.createElement('div');
            list.className = 'machine-tabs';
            list.setAttribute('role', 'tablist');
            list.setAttribute('aria-label', 'Times of which machine');
            box.id ||= table.id + '-box';
            for (const [machine, name] of [...names, [ALL, 'all, side by side']]) {
                const tab = document.createElement('button');
                tab.type = 'button';
                tab.className = 'widget-button';
                tab.id = table.id + '-tab-' + machine;
                tab.setAttribute('role', 'tab');
                tab.setAttribute('aria-controls', box.id);
                tab.dataset.machine = machine;
                tab.textContent = name;
                tab.addEventListener('click', () => choose(machine));
                list.append(tab);
            }
            list.addEventListener('keydown', (event) => keys(event, list));
            box.before(list);
            box.setAttribute('role', 'tabpanel');
        }
        show(table);
    };

    tables.forEach(withTabs);
    // A dropped file has given a table columns of the reader's machine.
    document.addEventListener('measured-columns', (event) => {
        withTabs(event.target);
        choose('yours');
    });
})();
