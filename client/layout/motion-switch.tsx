import { Icon } from '../components/icon.tsx';
import { switchMotion } from '../lib/motion.ts';
import { useMotionSwitchedOff } from '../lib/use-motion.ts';
import { useText } from '../lib/site-context.ts';

/**
 * A switch that stops films, carousels, counters and pictures on all pages. Films and carousels also have pause buttons
 * of their own. The browser stores the choice.
 */
export function MotionSwitch() {
  const text = useText('footer');
  const isOff = useMotionSwitchedOff();
  return (
    <button className="motion-switch" type="button" onClick={() => switchMotion(!isOff)}>
      <Icon name={isOff ? 'play' : 'pause'} />
      {text(isOff ? 'motionOn' : 'motionOff')}
    </button>
  );
}
