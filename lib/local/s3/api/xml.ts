/** The content of an XML element: text, child elements in order, or several elements of one name. */
export type XmlContent = string | number | boolean | undefined | XmlElements;
export interface XmlElements {
  readonly [name: string]: XmlContent | readonly XmlContent[];
}

/** Writes a document. Leaves out undefined children; SDK clients ignore the namespace, which is absent. */
export function writeXml(root: string, content: XmlElements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${writeContent(content)}</${root}>`;
}

function writeContent(content: XmlContent): string {
  if (content === undefined) return '';
  if (typeof content !== 'object') return escapeText(String(content));
  return Object.entries(content)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one: XmlContent) =>
        one === undefined ? '' : `<${name}>${writeContent(one)}</${name}>`,
      ),
    )
    .join('');
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns the contents of all elements of this name, at any depth; enough for the small documents that clients send. */
export function elementContents(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([\\s\\S]*?)</(?:\\w+:)?${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content]) => content ?? '');
}

export function elementText(xml: string, name: string): string | undefined {
  const [content] = elementContents(xml, name);
  return content === undefined ? undefined : unescapeText(content);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeText(text: string): string {
  return text.replaceAll(/&(#x?[\da-fA-F]+|\w+);/g, (whole, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    return entities[name] ?? whole;
  });
}
