/** Tags in order, without the style. Throws for a tag that is not closed where it should be. */
export function tagsOf(page: string): string[] {
  const tags = [...page.replace(/<style>.*?<\/style>/s, '').matchAll(/<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/g)];
  const open: string[] = [];
  for (const [, slash, name = ''] of tags) {
    if (name === 'meta') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) throw new SyntaxError(`</${name}> closes another tag`);
  }
  if (open.length > 0) throw new SyntaxError(`${open} are not closed`);
  return tags.map(([tag]) => tag);
}
