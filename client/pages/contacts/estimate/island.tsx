import type { IslandModule } from '../../../components/island.tsx';
import { mountIsland } from '../../../lib/mount-island.tsx';
import { Estimate } from './estimate.tsx';

export { Estimate };
export const mount: IslandModule['mount'] = (box, site, printedIn) => mountIsland(box, site, printedIn, <Estimate />);
