import { Section } from '../../components/section.tsx';
import { useSite, useText } from '../../lib/site-context.ts';
import type { ActivationStore } from './activation-store.ts';
import { ActivationForm, useFieldsReplaced } from './activation-form.tsx';

export function ActivationSection({ activation }: { activation: ActivationStore }) {
  const text = useText('extension');
  const { payments } = useSite();
  const started = useFieldsReplaced(activation);
  return (
    <Section
      split
      className="activation-section"
      anchor="activate"
      id="activation-title"
      title={text(started ? 'activation.started' : 'activation.title')}
      intro={started ? '' : text('activation.intro')}
      note={text(payments ? 'activation.secure' : 'activation.byEmail')}
      surface="black"
    >
      <ActivationForm activation={activation} />
    </Section>
  );
}
