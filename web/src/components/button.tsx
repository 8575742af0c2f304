import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '#web/app/router.ts';
import { texts } from '#web/text/texts.ts';
import { useElementId } from './element-id.ts';
import { Icon, type IconName } from './icons.tsx';
import './button.css';

/** The weight of an action: one `primary` on each page, `secondary` beside it, `quiet` in rows and bars. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Properties of a button. */
export interface ButtonProps {
  readonly kind?: ButtonKind | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly icon?: IconName | undefined;
  /** The accessible name of a button that shows an icon only; it is the tooltip, too. */
  readonly label?: string | undefined;
  /** Why the action cannot be done now. The button stays in the tab order and does nothing. */
  readonly reason?: string | undefined;
  /** Where the reason stands: as text beside the button, or as a tip on hover and focus. */
  readonly reasonAs?: 'text' | 'tip' | undefined;
  /** The action runs: the button keeps its width and accepts no further click. After 10 s a hint appears. */
  readonly busy?: boolean | undefined;
  readonly small?: boolean | undefined;
  readonly wide?: boolean | undefined;
  readonly pressed?: boolean | undefined;
  readonly expanded?: boolean | undefined;
  readonly controls?: string | undefined;
  readonly popup?: 'menu' | 'dialog' | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly form?: string | undefined;
  readonly keys?: string | undefined;
  readonly class?: string | undefined;
  readonly onClick?: ((event: JSX.TargetedMouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly children?: ComponentChildren;
}

/** A button for an action. With `reason`, it says why the action cannot be done. */
export function Button(props: ButtonProps) {
  const { kind = 'secondary', reason, reasonAs = 'text', busy = false, icon, label, children } = props;
  const reasonId = useElementId();
  const isBlocked = reason !== undefined || busy;
  const isBare = children === undefined || children === null;
  const click = (event: JSX.TargetedMouseEvent<HTMLButtonElement>) => {
    if (isBlocked) event.preventDefault();
    else props.onClick?.(event);
  };
  const button = (
    <button
      type={props.type ?? 'button'}
      class={classes(kind, props, isBare)}
      aria-label={label}
      title={isBare ? label : undefined}
      aria-disabled={isBlocked ? true : undefined}
      aria-busy={busy ? true : undefined}
      aria-describedby={reason === undefined ? undefined : reasonId}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      aria-haspopup={props.popup}
      aria-keyshortcuts={props.keys}
      // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that the person opened
      autoFocus={props.autoFocus}
      form={props.form}
      onClick={click}
    >
      {icon && <Icon name={icon} small={props.small} />}
      {!isBare && <span class="button-text">{children}</span>}
    </button>
  );
  if (reason === undefined)
    return (
      <>
        {button}
        {busy && !isBare && <SlowHint />}
      </>
    );
  return (
    <span class={`button-blocked button-blocked-${reasonAs}`}>
      {button}
      <span class="button-reason" id={reasonId} role={reasonAs === 'tip' ? 'tooltip' : undefined}>
        {reason}
      </span>
    </span>
  );
}

/** Milliseconds after which a person wonders whether a busy button still works. */
const slowAfter = 10_000;

/** Says that the action of the button before it runs longer than usual. */
function SlowHint() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? (
    <span class="button-reason" role="status">
      {texts.states.slow}
    </span>
  ) : null;
}

/** A link that looks like a button, for actions that lead to another page. */
export function LinkButton({
  to,
  kind = 'secondary',
  icon,
  small,
  wide,
  label,
  children,
}: Pick<ButtonProps, 'kind' | 'icon' | 'small' | 'wide' | 'label' | 'children'> & { readonly to: string }) {
  const isBare = children === undefined || children === null;
  return (
    <Link
      to={to}
      class={classes(kind, { small, wide }, isBare)}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {icon && <Icon name={icon} small={small} />}
      {!isBare && <span class="button-text">{children}</span>}
    </Link>
  );
}

function classes(
  kind: ButtonKind,
  props: Pick<ButtonProps, 'small' | 'wide' | 'class'>,
  isBare: boolean,
): string {
  const names = ['button', `button-${kind}`];
  if (props.small) names.push('button-small');
  if (props.wide) names.push('button-wide');
  if (isBare) names.push('button-bare');
  if (props.class) names.push(props.class);
  return names.join(' ');
}

/** Copies a text, and says so. `children` is the word on the button; without it, the button is an icon. */
export function CopyButton({
  text,
  label,
  children,
}: {
  readonly text: string;
  readonly label?: string | undefined;
  readonly children?: string | undefined;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <Button
        kind="quiet"
        small
        icon={isCopied ? 'check' : 'copy'}
        label={children === undefined ? (label ?? texts.states.copy) : undefined}
        onClick={() => void copy()}
      >
        {children}
      </Button>
      <span class="unseen" role="status">
        {isCopied ? texts.states.copied : ''}
      </span>
    </>
  );
}

/** Prints the page. */
export function PrintButton({
  children,
  kind,
}: {
  readonly children?: string | undefined;
  readonly kind?: ButtonKind | undefined;
}) {
  return (
    <Button icon="print" kind={kind} onClick={() => window.print()}>
      {children ?? texts.states.print}
    </Button>
  );
}
