import { Button } from '../button.tsx';
import { Columns, Page, Section } from '../page.tsx';
import { ActionSamples } from './action-samples.tsx';
import { ChartSamples } from './chart-samples.tsx';
import { FormSample } from './form-sample.tsx';
import { ListSample } from './list-sample.tsx';
import { FactSamples, StateSamples } from './state-samples.tsx';

/** Every component in every state. */
export function Gallery({ rows }: { readonly rows: number }) {
  return (
    <main>
      <Page
        title="Components"
        answer="$12,480.50 this week"
        note="Every component in every state, for the eye and for axe."
        actions={
          <Button icon="moon" onClick={switchTheme}>
            Theme
          </Button>
        }
        primary={
          <Button kind="primary" icon="plus">
            New order
          </Button>
        }
      >
        <ActionSamples />
        <ChartSamples />
        <FactSamples />
        <Section title="List">
          <ListSample rows={rows} />
        </Section>
        <Columns>
          <FormSample />
          <FormSample isFaulty />
        </Columns>
        <StateSamples />
      </Page>
    </main>
  );
}

function switchTheme(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
}
