import { asset } from '#shared/asset.ts';
import { Icon } from '../../components/icon.tsx';
import { Picture } from '../../components/picture.tsx';
import { useText } from '../../lib/site-context.ts';

const menu = ['conflicts', 'history', 'licence', 'settings'] as const;

/**
 * A picture of GITL's window, made of HTML, so that its words are in the page's language and it fits narrow screens.
 */
export function GitlWindow() {
  const text = useText('answers-gitl');
  const gitl = useText('gitl');
  return (
    <figure className="gitl-window" data-sky="noon">
      <figcaption className="gitl-window__caption">
        <div className="shell cluster">
          <p className="t-3">{text('questions.items.identifier.title')}</p>
          <p className="sr">{text('picture')}</p>
          <a className="arrow-link" href="#activate">
            {gitl('activate')}
          </a>
        </div>
      </figcaption>
      <div className="gitl-window__sky">
        <Picture src={asset('art/gitl-sky.svg')} alt="" width={8} height={301} />
        <div className="shell" aria-hidden="true">
          <div className="gitl-window__frame">
            <p className="gitl-window__bar" translate="no">
              GITL
            </p>
            <ul className="gitl-window__menu">
              {menu.map((id) => (
                <li key={id} data-on={id === 'licence' || undefined}>
                  {text(`window.${id}`)}
                </li>
              ))}
            </ul>
            <div className="gitl-window__licence">
              <p>{text('window.identifier')}</p>
              <p className="gitl-window__code" translate="no">
                7F3A-91C2-D04E-55B8
                <Icon name="sheets" />
              </p>
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}
