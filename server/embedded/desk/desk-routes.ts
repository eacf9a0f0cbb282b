import { showAuditLog } from './audit-log-page.ts';
import { decideSelected, listComments } from './comments-pages.ts';
import type { DeskResponse, DeskRequest, SignedInRequest } from './desk-request.ts';
import { showStatistics } from './statistics-page.ts';
import { listMail, sendMailAgain, showMail } from './mail-pages.ts';
import { mailPaths } from './mail-paths.ts';
import { markMessageAnswered, downloadAttachment, listMessages, removeMessage, showMessage } from './messages-pages.ts';
import { articleBytes } from './news/article-form.ts';
import { editArticle, newArticle } from './news/editor-page.ts';
import { listNews } from './news/list-page.ts';
import { previewArticle, showPicture } from './news/preview-page.ts';
import { createNew, removeArticle, saveEdited, unpublishByStaff } from './news/save-article.ts';
import { showTextPictureForm, storeTextPicture } from './news/text-picture-page.ts';
import { listVersions, returnToOlder, showVersion } from './news/versions-pages.ts';
import { moveLicenceByStaff, refundOrder, revokeLicenceByStaff, sendLicenceAgain } from './order-actions.ts';
import { showLicence, showOrder } from './order-page.ts';
import { licencePaths, orderPaths } from './order-paths.ts';
import { exportOrders, listOrders } from './orders-pages.ts';
import { showPersonForm, erasePersonData, exportPerson, showPerson } from './people-pages.ts';
import type { DeskSession } from './sessions.ts';
import type { SignIn } from './sign-in.ts';
import { recordTransferByStaff, showTransferForm } from './transfer-page.ts';

type Handler<Request> = (request: Request) => Promise<DeskResponse>;
/** `session` is null for a browser that is not signed in. */
type PublicHandler = (request: DeskRequest, session: DeskSession | null) => Promise<DeskResponse>;

/**
 * One path and method of the desk. `maxBytes` raises the size limit of its form. Routes that are not `isPublic` need a
 * session.
 */
export type DeskRoute = { method: 'get' | 'post'; path: string; maxBytes?: number } & (
  { isPublic: true; handle: PublicHandler } | { isPublic?: never; handle: Handler<SignedInRequest> }
);

const redirectToMessages: Handler<DeskRequest> = () => Promise.resolve({ kind: 'redirect', to: '/desk/messages' });

/** All routes of the desk. */
export function createDeskRoutes(signIn: SignIn): DeskRoute[] {
  return [
    { method: 'get', path: '/desk/sign-in', isPublic: true, handle: signIn.showForm },
    { method: 'post', path: '/desk/sign-in', isPublic: true, handle: signIn.requestLink },
    { method: 'get', path: '/desk/sign-in/link', isPublic: true, handle: signIn.showLink },
    { method: 'post', path: '/desk/sign-in/link', isPublic: true, handle: signIn.signIn },
    { method: 'post', path: '/desk/sign-out', isPublic: true, handle: signIn.signOut },
    { method: 'post', path: '/desk/sign-out-everywhere', handle: signIn.signOutEverywhere },
    { method: 'get', path: '/desk', handle: redirectToMessages },
    { method: 'get', path: '/desk/messages', handle: listMessages },
    { method: 'get', path: '/desk/messages/:id', handle: showMessage },
    { method: 'get', path: '/desk/messages/:id/attachment', handle: downloadAttachment },
    { method: 'post', path: '/desk/messages/:id/answered', handle: markMessageAnswered },
    { method: 'post', path: '/desk/messages/:id/delete', handle: removeMessage },
    { method: 'get', path: '/desk/comments', handle: listComments },
    { method: 'post', path: '/desk/comments', handle: decideSelected },
    { method: 'get', path: '/desk/news', handle: listNews },
    { method: 'get', path: '/desk/news/new', handle: newArticle },
    { method: 'post', path: '/desk/news/new', maxBytes: articleBytes, handle: createNew },
    { method: 'get', path: '/desk/news/pictures', handle: showTextPictureForm },
    { method: 'post', path: '/desk/news/pictures', maxBytes: articleBytes, handle: storeTextPicture },
    { method: 'get', path: '/desk/news/pictures/:file', handle: showPicture },
    { method: 'get', path: '/desk/news/:id', handle: editArticle },
    { method: 'post', path: '/desk/news/:id', maxBytes: articleBytes, handle: saveEdited },
    { method: 'get', path: '/desk/news/:id/preview', handle: previewArticle },
    { method: 'get', path: '/desk/news/:id/versions', handle: listVersions },
    { method: 'get', path: '/desk/news/:id/versions/:version', handle: showVersion },
    { method: 'post', path: '/desk/news/:id/versions/:version', handle: returnToOlder },
    { method: 'post', path: '/desk/news/:id/unpublish', handle: unpublishByStaff },
    { method: 'post', path: '/desk/news/:id/delete', handle: removeArticle },
    { method: 'get', path: orderPaths.list, handle: listOrders },
    { method: 'get', path: orderPaths.file, handle: exportOrders },
    { method: 'get', path: orderPaths.transfer, handle: showTransferForm },
    { method: 'post', path: orderPaths.transfer, handle: recordTransferByStaff },
    { method: 'get', path: orderPaths.page, handle: showOrder },
    { method: 'post', path: orderPaths.refund, handle: refundOrder },
    { method: 'get', path: licencePaths.page, handle: showLicence },
    { method: 'post', path: licencePaths.send, handle: sendLicenceAgain },
    { method: 'post', path: licencePaths.move, handle: moveLicenceByStaff },
    { method: 'post', path: licencePaths.revoke, handle: revokeLicenceByStaff },
    { method: 'get', path: '/desk/people', handle: showPersonForm },
    { method: 'post', path: '/desk/people', handle: showPerson },
    { method: 'post', path: '/desk/people/export', handle: exportPerson },
    { method: 'post', path: '/desk/people/erase', handle: erasePersonData },
    { method: 'get', path: mailPaths.list, handle: listMail },
    { method: 'get', path: mailPaths.page, handle: showMail },
    { method: 'post', path: mailPaths.sendAgain, handle: sendMailAgain },
    { method: 'get', path: '/desk/statistics', handle: showStatistics },
    { method: 'get', path: '/desk/audit-log', handle: showAuditLog },
  ];
}
