// The audit's filter: by verdict and by words. Without this script every claim
// is shown, so the page needs no control then.
(() => {
    'use strict';
    const claims = [...document.querySelectorAll('article.claim')];
    if (claims.length === 0) {
        return;
    }
    const verdicts = new Map();
    for (const claim of claims) {
        verdicts.set(claim.dataset.verdict, claim.querySelector('.verdict').textContent);
    }
    const form = document.createElement('form');
    form.className = 'audit-filter';
    form.setAttribute('role', 'search');
    form.setAttribute('aria-label', 'Claims');
    const select = document.createElement('select');
    select.append(new Option('every verdict', ''));
    for (const [value, words] of verdicts) {
        select.append(new Option(words, value));
    }
    const input = document.createElement('input');
    input.type = 'search';
    input.placeholder = 'words, as: sync.Pool victim';
    const shown = document.createElement('output');
    const label = (text, control) => {
        const element = document.createElement('label');
        element.append(text + ' ', control);
        return element;
    };
    form.append(label('Verdict', select), label('Words', input), shown);
    document.querySelector('.audit').parentElement.querySelector('h2').before(form);

    const texts = claims.map((claim) => claim.textContent.toLowerCase());
    const filter = () => {
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        let count = 0;
        claims.forEach((claim, i) => {
            const match = (!select.value || claim.dataset.verdict === select.value)
                && words.every((word) => texts[i].includes(word));
            claim.hidden = !match;
            count += match;
        });
        shown.textContent = count + ' of ' + claims.length + ' claims';
    };
    // A link to a claim must reach it, whatever the filter says.
    const reveal = () => {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        if (target && target.hidden) {
            form.reset();
            filter();
            target.scrollIntoView();
        }
    };
    form.addEventListener('input', filter);
    form.addEventListener('submit', (event) => event.preventDefault());
    window.addEventListener('hashchange', reveal);
    // mdBook turns pages on bare arrow and letter keys; not while typing here.
    form.addEventListener('keydown', (event) => event.stopPropagation());
    filter();
})();
