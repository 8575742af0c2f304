/** A part of a message that is safe to show: a text, or an element of the list below. */
export type MessageNode = string | MessageElement;

/** An element with its harmless style. Links and images keep their address as text only. */
export interface MessageElement {
  readonly tag: string;
  readonly style: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly children: readonly MessageNode[];
}

/**
 * Reads the HTML of a message into a tree of harmless elements. Scripts, forms, frames and addresses are dropped, so that the
 * preview of a message can neither load nor run anything.
 */
export function messageTree(html: string): readonly MessageNode[] {
  return nodesOf(new DOMParser().parseFromString(withoutPolicyReports(html), 'text/html').body);
}

/**
 * Renames handlers and styles in tags. The policy of the page reports them even in documents that are only parsed, and a
 * preview shall not look like an attack in the console. What may be shown is decided by {@link messageTree} alone.
 */
const withoutPolicyReports = (html: string): string =>
  html.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s"'/])(on\w+|style)(?=\s*=)/gi, '$1data-$2'));

const shownTags = new Set(
  'p div span br hr h1 h2 h3 h4 h5 h6 strong b em i u s small sup sub blockquote ul ol li table thead tbody tfoot tr td th pre code center'.split(
    ' ',
  ),
);
const droppedTags = new Set(
  'script style head title meta link iframe object embed form input button select textarea svg math template'.split(
    ' ',
  ),
);

/** Properties that change only how a text looks. */
const shownProperties = new Set(
  'color background-color text-align font-size font-weight font-style font-family line-height letter-spacing text-decoration text-transform padding padding-top padding-right padding-bottom padding-left margin margin-top margin-bottom border border-top border-bottom border-radius width max-width vertical-align'.split(
    ' ',
  ),
);

function nodesOf(parent: Node): readonly MessageNode[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
    return node instanceof Element ? elementOf(node) : [];
  });
}

function elementOf(element: Element): readonly MessageNode[] {
  const tag = element.localName;
  if (droppedTags.has(tag)) return [];
  const style = styleOf(element.getAttribute('data-style') ?? '');
  if (tag === 'img') {
    const alternative = element.getAttribute('alt') ?? '';
    return [{ tag: 'img', style: {}, note: alternative, children: [] }];
  }
  const children = nodesOf(element);
  if (tag === 'a') return [{ tag: 'a', style, note: element.getAttribute('href') ?? '', children }];
  return shownTags.has(tag) ? [{ tag, style, children }] : children;
}

function styleOf(text: string): Readonly<Record<string, string>> {
  const declarations = text.split(';').flatMap((declaration) => {
    const [name = '', ...value] = declaration.split(':');
    const property = name.trim().toLowerCase();
    const shown = value.join(':').trim();
    return shownProperties.has(property) && !/url\(|expression|javascript/i.test(shown)
      ? [[property, shown] as const]
      : [];
  });
  return Object.fromEntries(declarations);
}
