import type { ComponentChildren, RefObject } from 'preact';
import './page.css';
import { useElementId } from './element-id.ts';

/** Properties of a page. */
export interface PageProps {
  readonly title: string;
  /** The answer to the page's question, in the largest type: a number or a short sentence. */
  readonly answer?: ComponentChildren;
  /** One line below the answer or the title. */
  readonly note?: ComponentChildren;
  /** Secondary actions, beside the title. */
  readonly actions?: ComponentChildren;
  /** The one primary action. On a phone it is fixed at the bottom, in reach of the thumb. */
  readonly primary?: ComponentChildren;
  /** Limits the line length, for forms and texts. */
  readonly narrow?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A page: its heading, the answer to its question, its actions and its content. */
export function Page({ title, answer, note, actions, primary, narrow = false, children }: PageProps) {
  return (
    <div class={narrow ? 'page page-narrow' : 'page'}>
      <header class="page-header">
        <div class="page-heading">
          <h1 class={isGiven(answer) ? 'page-title page-title-small' : 'page-title'}>{title}</h1>
          {isGiven(answer) && <div class="page-answer">{answer}</div>}
          {isGiven(note) && <div class="page-note">{note}</div>}
        </div>
        {(isGiven(actions) || isGiven(primary)) && (
          <div class="page-actions">
            {actions}
            {isGiven(primary) && <MainAction>{primary}</MainAction>}
          </div>
        )}
      </header>
      {children}
    </div>
  );
}

/** The one primary action of a page whose content decides it, such as a tab. On a phone it is fixed at the bottom. */
export const MainAction = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="page-primary">{children}</div>
);

/** Properties of a section. */
export interface SectionProps {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** `card` puts a surface with a border around the content. */
  readonly kind?: 'plain' | 'card' | undefined;
  /** A part that a button of the page opens: the button scrolls to it and gives it the focus. */
  readonly opened?: RefObject<HTMLElement> | undefined;
  /** Keeps the heading for screen readers only. */
  readonly titleHidden?: boolean | undefined;
  readonly children?: ComponentChildren;
}

/** A part of a page with its heading. */
export function Section(props: SectionProps) {
  const { title, note, actions, kind = 'plain', opened, titleHidden = false, children } = props;
  const id = useElementId();
  return (
    <section
      class={kind === 'card' ? 'section section-card' : 'section'}
      aria-labelledby={id}
      ref={opened ?? null}
      tabIndex={opened && -1}
    >
      <header class={titleHidden && !isGiven(actions) ? 'section-header unseen' : 'section-header'}>
        <div class="section-heading">
          <h2 id={id} class={titleHidden ? 'section-title unseen' : 'section-title'}>
            {title}
          </h2>
          {isGiven(note) && <div class="section-note">{note}</div>}
        </div>
        {isGiven(actions) && <div class="section-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Parts side by side that wrap to one column where there is no room. */
export function Columns({
  children,
  even = true,
}: {
  readonly children: ComponentChildren;
  readonly even?: boolean;
}) {
  return <div class={even ? 'columns' : 'columns columns-uneven'}>{children}</div>;
}

/** A line of controls above a list: search, filters, the choice of a range. */
export function Toolbar({
  children,
  label,
}: {
  readonly children: ComponentChildren;
  readonly label?: string;
}) {
  return (
    <fieldset class="toolbar">
      {label !== undefined && <legend class="unseen">{label}</legend>}
      {children}
    </fieldset>
  );
}

const isGiven = (children: ComponentChildren): boolean =>
  children !== undefined && children !== null && children !== false && children !== '';
