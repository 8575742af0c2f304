import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { FieldRow, NumberField } from '#web/components/fields.tsx';
import { Page } from '#web/components/page.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { texts } from '#web/text/texts.ts';
import { Stack } from '../stack.tsx';
import { CheckpointList } from './checkpoint-list.tsx';
import { EntryList } from './entry-list.tsx';
import { ExportList } from './export-list.tsx';
import { type Range, verification, verify } from './verification.ts';
import { VerificationLine } from './verification-line.tsx';
import './audit.css';

type Tab = 'entries' | 'checkpoints' | 'export';

/** The audit log: the proof in one line, then entries, checkpoints and exports. */
export default function AuditPage() {
  const [tab, setTab] = useAddressState<Tab>('tab', 'entries');
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  const words = texts.audit;
  const state = verification.value;
  const range: Range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const start = () => void verify(range);
  return (
    <Page
      title={texts.app.pages.audit}
      note={state === undefined ? words.notVerified : undefined}
      primary={
        <Button kind="primary" icon="shield" busy={state?.phase === 'running'} onClick={start}>
          {words.verify}
        </Button>
      }
    >
      {state !== undefined && <VerificationLine state={state} onRetry={start} />}
      <details class="screen-only">
        <summary>{words.range}</summary>
        <FieldRow>
          <NumberField
            label={words.from}
            hint={words.rangeHint}
            value={from}
            onChange={setFrom}
            min={1}
            plain
            optional
          />
          <NumberField
            label={words.to}
            hint={words.rangeHint}
            value={to}
            onChange={setTo}
            min={1}
            plain
            optional
          />
        </FieldRow>
      </details>
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'entries', label: words.tabs.entries },
          { value: 'checkpoints', label: words.tabs.checkpoints },
          { value: 'export', label: words.tabs.export },
        ]}
      >
        <Stack>
          {tab === 'checkpoints' ? <CheckpointList /> : tab === 'export' ? <ExportList /> : <EntryList />}
        </Stack>
      </Tabs>
    </Page>
  );
}
