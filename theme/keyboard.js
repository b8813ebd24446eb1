// Cures for what mdBook 0.5.4 does to people who read by keyboard or by ear.
// Each says what mdBook does; when it no longer does, the cure can go.
(() => {
    'use strict';
    const main = document.querySelector('main');
    const byId = (id) => document.getElementById(id);

    // An element that acts as a button on a click and is none.
    const makeButton = (element) => {
        element.setAttribute('role', 'button');
        element.tabIndex = 0;
        element.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                element.click();
            }
        });
    };

    // The sidebar's toggle is a label, which cannot have the focus: a button
    // takes its place and passes the clicks on.
    const label = byId('mdbook-sidebar-toggle');
    const toggle = document.createElement('button');
    const tell = () => toggle.setAttribute('aria-expanded', label.getAttribute('aria-expanded'));
    toggle.type = 'button';
    toggle.className = label.className;
    toggle.title = label.title;
    toggle.setAttribute('aria-label', label.getAttribute('aria-label'));
    toggle.setAttribute('aria-controls', 'mdbook-sidebar');
    toggle.append(...label.childNodes);
    toggle.addEventListener('click', () => label.click());
    new MutationObserver(tell).observe(label, { attributes: true });
    tell();
    label.hidden = true;
    label.before(toggle);

    // The bar with these buttons is no landmark, so a list of landmarks has no
    // way to them.
    byId('mdbook-menu-bar').setAttribute('role', 'banner');

    // The folds of the contents are links without an address.
    for (const fold of document.querySelectorAll('a.chapter-fold-toggle')) {
        const item = fold.closest('li');
        const tell = () => fold.setAttribute('aria-expanded', item.classList.contains('expanded'));
        makeButton(fold);
        fold.setAttribute('aria-label', `Sections of ${fold.parentElement.firstElementChild.textContent}`);
        fold.addEventListener('click', () => setTimeout(tell));
        tell();
    }

    // Bare arrow keys turn pages, also while a table or some code is scrolled
    // with them, or a control is used. Whoever has the focus inside the text
    // stays on the page.
    main.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
            event.stopPropagation();
        }
    });

    // The whole list of contents stands before the text, on every page.
    main.id ||= 'main-text';
    const skip = document.createElement('a');
    skip.className = 'skip-link';
    skip.href = `#${main.id}`;
    skip.textContent = 'Skip to the text';
    skip.addEventListener('click', (event) => {
        // On the 404 page, which has a `<base>`, it would lead to another page.
        event.preventDefault();
        main.tabIndex = -1;
        main.focus();
    });
    document.body.prepend(skip);

    // The search box is described by an element that is not there, and has no
    // name; its results are found in silence.
    byId('mdbook-searchbar')?.setAttribute('aria-describedby', 'mdbook-searchresults-header');
    byId('mdbook-searchbar')?.setAttribute('aria-label', 'Search this book');
    byId('mdbook-searchresults-header')?.setAttribute('role', 'status');

    // Code and Markdown's tables scroll sideways where they are too wide, and
    // not every browser lets the keyboard in there.
    const boxes = main.querySelectorAll('pre > code, .table-wrapper');
    const letIn = () => {
        for (const box of boxes) {
            if (box.scrollWidth > box.clientWidth) {
                box.tabIndex = 0;
                box.setAttribute('role', 'group');
                box.setAttribute('aria-label', box.matches('code') ? 'Code' : 'Table');
            } else {
                box.removeAttribute('tabindex');
                box.removeAttribute('role');
                box.removeAttribute('aria-label');
            }
        }
    };
    letIn();
    window.addEventListener('resize', letIn);
    window.addEventListener('load', letIn);
})();
