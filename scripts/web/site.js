// The finished book on a free port of 127.0.0.1, as it is published: below a path.
import { createServer } from 'node:http';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const book = process.env.BOOK ?? join(root, 'target/book');

const types = {
    '.css': 'text/css',
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
};

// Every file below a folder, with `/`.
export function files(folder) {
    return readdirSync(folder, { recursive: true })
        .map((name) => name.replaceAll('\\', '/'))
        .filter((name) => statSync(join(folder, name)).isFile())
        .sort();
}

// The pages of the book. print.html repeats them all, toc.html is the frame that
// stands for the list of contents where scripts are off, index.html is a copy of
// the first page. 404.html stands nowhere by itself: it has tests of its own.
export function pages(folder = book) {
    const copies = ['print.html', 'toc.html', 'index.html', '404.html'];
    const all = existsSync(folder) ? files(folder) : [];
    const found = all.filter((name) => name.endsWith('.html') && !copies.includes(name));
    if (found.length < 2) {
        throw new Error(`${folder} holds no book; \`cargo book build\` makes it`);
    }
    return found;
}

// Serves the book below `below`; `planted` holds pages that are not in it. What is
// not there is answered with the 404 page, as a host of static pages does.
export async function serve({ below = '/some/where/', planted = {} } = {}) {
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
        const name = path.startsWith(below) ? path.slice(below.length) || 'index.html' : null;
        const [status, file] = name !== null && (name in planted || exists(name)) ? [200, name] : [404, '404.html'];
        const body = planted[file] ?? readFileSync(join(book, file));
        response.writeHead(status, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
        response.end(body);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${server.address().port}`;
    return {
        origin,
        address: (page) => `${origin}${below}${encodeURI(page)}`,
        close: () => server.close(),
    };
}

function exists(name) {
    try {
        return statSync(join(book, name)).isFile();
    } catch {
        return false;
    }
}
