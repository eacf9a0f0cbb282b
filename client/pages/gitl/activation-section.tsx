import { useSite, useText } from '../../lib/site-context.ts';
import type { Activation } from '../../stores/activation.ts';
import { ActivationForm } from './activation-form.tsx';

export function ActivationSection({ activation }: { activation: Activation }) {
  const text = useText('extension');
  const { payments } = useSite();
  return (
    <section className="section on-black activation" id="activate" aria-labelledby="activation-title">
      <div className="shell split">
        <div className="stack activation__intro">
          <h2 className="t-2" id="activation-title">
            {text('activation.title')}
          </h2>
          <p className="soft">{text('activation.intro')}</p>
          <p className="t-small soft">{text(payments ? 'activation.secure' : 'activation.byLetter')}</p>
        </div>
        <ActivationForm activation={activation} />
      </div>
    </section>
  );
}
