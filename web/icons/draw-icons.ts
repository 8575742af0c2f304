import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/**
 * Draws the icons of the app from `mark.svg` into `web/public/icons`. Run it after a change of the mark:
 * `node web/icons/draw-icons.ts`
 */
const target = fileURLToPath(new URL('../public/icons/', import.meta.url));
const mark = await readFile(new URL('mark.svg', import.meta.url), 'utf8');
const shapes = mark.replace(/<svg[^>]*>|<\/svg>|<title>.*?<\/title>|<!--.*?-->/gs, '').trim();

/** The mark on the accent colour. The outer parts of a maskable icon may be cut off, so its mark is smaller. */
const icon = ({ radius, scale }: { readonly radius: number; readonly scale: number }): string => {
  const offset = 32 * (1 - scale);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <title>Granary</title>
  <rect width="64" height="64" rx="${radius}" fill="#2f6b3c" />
  <g transform="translate(${offset} ${offset}) scale(${scale})">${shapes}</g>
</svg>
`;
};

const rounded = icon({ radius: 14, scale: 0.9 });
const maskable = icon({ radius: 0, scale: 0.72 });

async function draw(svg: string, size: number, name: string): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size);
  await image.png({ compressionLevel: 9, palette: true }).toFile(`${target}${name}`);
}

await mkdir(target, { recursive: true });
await writeFile(`${target}icon.svg`, rounded);
await draw(rounded, 192, 'icon-192.png');
await draw(rounded, 512, 'icon-512.png');
await draw(maskable, 512, 'icon-maskable-512.png');
await draw(icon({ radius: 0, scale: 0.84 }), 180, 'apple-touch-180.png');
