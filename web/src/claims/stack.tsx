import type { ComponentChildren } from 'preact';
import './stack.css';

/** Parts of a tab below each other, with the room that the parts of a page have. */
export const Stack = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="claims-stack">{children}</div>
);
