import { asset } from '#shared/asset.ts';
import { useText } from '../lib/site-context.ts';

/** The cards that the payment page accepts. */
export function PaymentLogos() {
  const text = useText('footer');
  return (
    <ul className="payment-logos" aria-label={text('payments')}>
      <li>
        <img src={asset('pay/visa.svg')} alt={text('visa')} width="44" height="44" loading="lazy" />
      </li>
      <li>
        <img src={asset('pay/mastercard.svg')} alt={text('mastercard')} width="28" height="28" loading="lazy" />
      </li>
      <li>
        <img src={asset('pay/pci-dss.svg')} alt={text('pci')} width="64" height="22" loading="lazy" />
      </li>
    </ul>
  );
}
