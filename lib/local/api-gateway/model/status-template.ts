import { StartError } from '../../start-error.ts';

export interface StatusTemplate {
  readonly condition: { readonly variable: string; readonly value: string } | undefined;
  readonly matched: number;
  readonly otherwise: number;
}

const conditional = /^\s*#if\(\$([\w.]+)\s*==\s*"([^"]*)"\)(.*?)#(?:\{else\}|else\b)(.*?)#end\s*$/s;

/** `place` names the method in messages. Throws StartError for an unsupported template. */
export function readStatusTemplate(template: string, place: string): StatusTemplate {
  const [, name, value = '', matched = '', otherwise = ''] = conditional.exec(template) ?? [];
  if (name !== undefined && isPlain(matched) && isPlain(otherwise)) {
    return {
      condition: { variable: name, value },
      matched: statusIn(matched),
      otherwise: statusIn(otherwise),
    };
  }
  if (!isPlain(template)) {
    throw new StartError(
      `${place}, property Integration.RequestTemplates: the local runtime supports one #if($… == "…") with an #else, but no other VTL directive.`,
    );
  }
  return { condition: undefined, matched: statusIn(template), otherwise: statusIn(template) };
}

/** Returns the status for a request; `read` returns a variable such as `context.httpMethod`. */
export function statusOf(
  { condition, matched, otherwise }: StatusTemplate,
  read: (variable: string) => string | undefined,
): number {
  return condition === undefined || read(condition.variable) === condition.value ? matched : otherwise;
}

const isPlain = (template: string) => !/#(?:set|if|elseif|else|foreach|end)\b/.test(template);

const statusIn = (template: string): number =>
  Number(/"?statusCode"?\s*:\s*"?(\d{3})/.exec(template)?.[1] ?? 200);
