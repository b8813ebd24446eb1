// Predictions: the answer stays shut until the reader has committed to a guess,
// and then the guess is set beside it. Guesses stay in this browser. Without
// this script a prediction is a field and an answer to open.
(() => {
    'use strict';
    const blocks = [...document.querySelectorAll('.predict')];
    if (blocks.length === 0) {
        return;
    }
    const PREFIX = 'predict ';
    // A browser may refuse storage; a guess then lasts as long as the page.
    const stored = (use) => {
        try { return use(localStorage); } catch { return null; }
    };
    const page = location.pathname.split('/').pop();

    // `1,200`, `1 200` and `1_200` are 1200; NaN is no number.
    const number = (text) => {
        const digits = text.trim().replace(/(\d)[,_\s'](?=\d)/g, '$1');
        return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : NaN;
    };
    const times = (factor) => (factor < 10 ? factor.toFixed(1) : Math.round(factor).toLocaleString('en'));
    const distance = (guess, answer) => {
        if (guess === answer) {
            return 'Exactly right.';
        }
        const above = guess > answer;
        if (guess === 0 || answer === 0) {
            return above ? 'Too high.' : 'Too low.';
        }
        const factor = Math.max(guess / answer, answer / guess);
        if (factor < 1.05) {
            return above ? 'Close, a little too high.' : 'Close, a little too low.';
        }
        return above ? 'Your guess is ' + times(factor) + ' times that.' : 'That is ' + times(factor) + ' times your guess.';
    };

    // One for the page, below its last question, once there is something to forget.
    const again = document.createElement('button');
    again.type = 'button';
    again.className = 'widget-button';
    again.textContent = 'Forget my guesses';
    const kept = document.createElement('p');
    kept.className = 'predict-forget';
    kept.hidden = true;
    kept.append(again, ' They stay in this browser until you say so.');
    blocks.at(-1).after(kept);

    const predictions = blocks.map((block) => {
        const details = block.querySelector('details');
        const summary = details.querySelector('summary');
        const field = block.querySelector('input[type="text"]');
        const radios = [...block.querySelectorAll('input[type="radio"]')];
        const key = PREFIX + page + '#' + block.id;
        const commit = block.querySelector('button');
        const said = block.querySelector('output');

        const guessed = () => (field ? field.value.trim() : radios.find((radio) => radio.checked)?.value ?? '');
        const verdict = (guess) => {
            if (field) {
                return ['You said ' + guess + '; measured: ' + block.dataset.text + '. '
                    + distance(number(guess), Number(block.dataset.answer))];
            }
            const code = document.createElement('code');
            code.textContent = guess;
            return [radios.find((radio) => radio.value === guess).dataset.said + ' You said ', code, '.'];
        };
        const isGuess = (guess) => (field ? !Number.isNaN(number(guess)) : radios.some((radio) => radio.value === guess));
        const lock = (locked) => {
            block.classList.toggle('committed', locked);
            commit.hidden = locked;
            if (field) {
                field.readOnly = locked;
            }
            radios.forEach((radio) => { radio.disabled = locked; });
        };
        const show = (guess) => {
            if (field) {
                field.value = guess;
            }
            radios.forEach((radio) => { radio.checked = radio.value === guess; });
            lock(true);
            kept.hidden = false;
            said.replaceChildren(...verdict(guess));
            details.open = true;
        };
        commit.addEventListener('click', () => {
            const guess = guessed();
            if (!isGuess(guess)) {
                said.textContent = field ? 'A guess is a number, as 500 or 1,200.' : 'Choose one first.';
                (field ?? radios[0]).focus();
                return;
            }
            stored((storage) => storage.setItem(key, guess));
            show(guess);
            summary.focus();
        });
        field?.addEventListener('keydown', (event) => {
            if (event.key === 'Enter' && !commit.hidden) {
                // Or the same key would shut the answer, which has the focus then.
                event.preventDefault();
                commit.click();
            }
        });
        summary.addEventListener('click', (event) => {
            if (!block.classList.contains('committed')) {
                event.preventDefault();
                said.textContent = 'Commit to a guess first; a wrong one is welcome.';
            }
        });
        // mdBook turns pages on bare arrow keys; not while guessing.
        block.addEventListener('keydown', (event) => event.stopPropagation());
        const forget = () => {
            lock(false);
            details.open = false;
            said.textContent = '';
            if (field) {
                field.value = '';
            }
            radios.forEach((radio) => { radio.checked = false; });
        };
        const begin = (words) => {
            said.textContent = words;
            (field ?? radios[0]).focus();
        };
        const before = stored((storage) => storage.getItem(key));
        // The book may have been built anew, with other rows to choose from.
        if (before !== null && isGuess(before)) {
            show(before);
        }
        return { forget, begin };
    });
    again.addEventListener('click', () => {
        stored((storage) => Object.keys(storage)
            .filter((name) => name.startsWith(PREFIX))
            .forEach((name) => storage.removeItem(name)));
        predictions.forEach((prediction) => prediction.forget());
        kept.hidden = true;
        predictions[0].begin('Forgotten, on all pages.');
    });
})();
