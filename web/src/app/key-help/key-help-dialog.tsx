import { Dialog } from '#web/components/dialog.tsx';
import { CheckField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { destinations } from '../navigation.ts';
import { setSingleKeys, singleKeys } from '../single-keys.ts';
import './key-help.css';

/** All keys, and the switch for those without a modifier. */
export default function KeyHelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { keyHelp, pages } = texts.app;
  const goTo = destinations().flatMap(({ page, key }) =>
    key === undefined ? [] : [{ keys: ['g', key], does: pages[page] }],
  );
  return (
    <Dialog title={keyHelp.title} wide onClose={onClose}>
      <div class="key-help">
        <div>
          <KeyTable title={keyHelp.everywhere} rows={everywhere()} />
          <KeyTable title={keyHelp.lists} rows={inLists()} />
        </div>
        <KeyTable title={keyHelp.goTo} rows={goTo} />
      </div>
      <CheckField
        label={keyHelp.singleKeys}
        hint={keyHelp.singleKeysHint}
        value={singleKeys.value}
        onChange={setSingleKeys}
      />
    </Dialog>
  );
}

interface KeyRow {
  readonly keys: readonly string[];
  readonly does: string;
}

const everywhere = (): readonly KeyRow[] => {
  const { does } = texts.app.keyHelp;
  return [
    { keys: ['Ctrl', 'K'], does: does.palette },
    { keys: ['/'], does: does.search },
    { keys: ['?'], does: does.help },
    { keys: ['Esc'], does: does.close },
  ];
};

const inLists = (): readonly KeyRow[] => {
  const { does } = texts.app.keyHelp;
  return [
    { keys: ['j', 'k'], does: does.move },
    { keys: ['Enter'], does: does.open },
    { keys: ['Ctrl', 'Enter'], does: does.openPage },
    { keys: ['x'], does: does.select },
    { keys: ['Shift', '↓'], does: does.selectMore },
  ];
};

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }) {
  return (
    <section class="key-help-group">
      <h3 class="key-help-title">{title}</h3>
      <dl>
        {rows.map(({ keys, does }) => (
          <div class="key-help-row" key={keys.join(' ')}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
