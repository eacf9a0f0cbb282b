import { GlobalRegistrator } from '@happy-dom/global-registrator';
import './reported-errors.ts';

GlobalRegistrator.register({ url: 'http://localhost:3000/' });
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
