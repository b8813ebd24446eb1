// What html-validate finds in a page as it is written, apart in `<main>` and outside.
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    // A table's box is a `div` with role="region": a `section` says no more.
    rules: { 'prefer-native-element': ['error', { exclude: ['region'] }] },
});

// Findings inside and outside `<main>`.
export async function validated(html) {
    const line = (text) => html.slice(0, html.indexOf(text)).split('\n').length;
    const [from, to] = [line('<main>'), line('</main>')];
    const { results } = await validator.validateString(html);
    const found = { main: [], outside: [] };
    for (const message of results.flatMap((result) => result.messages)) {
        const inside = message.line >= from && message.line <= to;
        (inside ? found.main : found.outside).push(message);
    }
    return found;
}
