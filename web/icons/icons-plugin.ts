import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const mark = new URL('mark.svg', import.meta.url);

/** Draws the icons of the app from `mark.svg`, under the names that index.html and the manifest state. */
export function icons(): Plugin {
  return {
    name: 'granary-icons',
    async generateBundle() {
      for (const [name, draw] of Object.entries(drawings(await readFile(mark, 'utf8'))))
        this.emitFile({ type: 'asset', fileName: `icons/${name}`, source: await draw() });
    },
    configureServer(server) {
      server.middlewares.use('/icons', async (request, response, next) => {
        const name = (request.url ?? '').replace(/^\/|\?.*$/g, '');
        const draw = drawings(await readFile(mark, 'utf8'))[name];
        if (draw === undefined) return next();
        response.setHeader('Content-Type', name.endsWith('.svg') ? 'image/svg+xml' : 'image/png');
        response.end(await draw());
      });
    },
  };
}

type Drawing = () => Promise<Buffer>;

function drawings(text: string): Readonly<Record<string, Drawing>> {
  const shapes = text.replace(/<svg[^>]*>|<\/svg>|<title>.*?<\/title>|<!--.*?-->/gs, '').trim();
  const rounded = icon(shapes, { radius: 14, scale: 0.9 });
  const maskable = icon(shapes, { radius: 0, scale: 0.72 });
  return {
    'icon.svg': async () => Buffer.from(rounded),
    'icon-192.png': () => png(rounded, 192),
    'icon-512.png': () => png(rounded, 512),
    'icon-maskable-512.png': () => png(maskable, 512),
    'apple-touch-180.png': () => png(icon(shapes, { radius: 0, scale: 0.84 }), 180),
  };
}

/** The mark on the accent colour. The outer parts of a maskable icon may be cut off, so its mark is smaller. */
function icon(
  shapes: string,
  { radius, scale }: { readonly radius: number; readonly scale: number },
): string {
  const offset = 32 * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <title>Granary</title>
  <rect width="64" height="64" rx="${radius}" fill="#2f6b3c" />
  <g transform="translate(${offset} ${offset}) scale(${scale})">${shapes}</g>
</svg>
`;
}

const png = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
