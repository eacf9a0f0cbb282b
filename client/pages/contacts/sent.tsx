import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { useText } from '../../lib/site-context.ts';

/** The result of a form that was posted without JavaScript. */
export function Sent() {
  const text = useText('contacts');
  return (
    <div className="alert alert--ok" id="contact-sent" role="status">
      <Icon name="circle-check" />
      <div className="stack">
        <h3 className="t-3">{text('contactForm.sentPage.title')}</h3>
        <p>{text('contactForm.sentPage.text')}</p>
        <p>
          <Link className="go" href="/contacts#contact">
            {text('contactForm.sentPage.again')}
          </Link>
        </p>
      </div>
    </div>
  );
}
