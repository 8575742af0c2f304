import { type ComponentChild, h } from 'preact';
import { Icon } from '#web/components/icons.tsx';
import { type MessageNode, messageTree } from './message-tree.ts';
import './message-view.css';

/** Shows the HTML of a message as a mailbox would, without running or loading anything of it. */
export function MessageView({ html, label }: { readonly html: string; readonly label: string }) {
  return (
    <article class="message-view" aria-label={label}>
      {messageTree(html).map(show)}
    </article>
  );
}

function show(node: MessageNode): ComponentChild {
  if (typeof node === 'string') return node;
  const { tag, style, note, children } = node;
  if (tag === 'img')
    return (
      <span class="message-view-image">
        <Icon name="image" small /> {note}
      </span>
    );
  if (tag === 'a')
    return (
      <span class="message-view-link" title={note} style={style}>
        {children.map(show)}
      </span>
    );
  return h(tag, { style }, ...children.map(show));
}
