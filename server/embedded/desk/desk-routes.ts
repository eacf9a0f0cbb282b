import { showAuditLog } from './audit-log-page.ts';
import { decideSelected, listComments } from './comments-pages.ts';
import type { DeskAnswer, DeskRequest, SignedInRequest } from './desk-request.ts';
import { showStatistics } from './statistics-page.ts';
import { listMail, sendMailAgain, showMail } from './mail-pages.ts';
import { answerMessage, downloadAttachment, listMessages, removeMessage, showMessage } from './messages-pages.ts';
import { articleBytes } from './news/article-form.ts';
import { editArticle, newArticle } from './news/editor-page.ts';
import { listNews } from './news/list-page.ts';
import { previewArticle, showPicture } from './news/preview-page.ts';
import { createNew, removeArticle, saveEdited, withdrawArticle } from './news/save-article.ts';
import { showTextPictureForm, storeTextPicture } from './news/text-picture-page.ts';
import { listVersions, returnToOlder, showVersion } from './news/versions-pages.ts';
import { refundOrder, revokeLicence, sendLicenceAgain } from './order-actions.ts';
import { showLicence, showOrder } from './order-page.ts';
import { exportOrders, listOrders } from './orders-pages.ts';
import { showPersonForm, erasePersonData, exportPerson, showPerson } from './people-pages.ts';
import type { SignIn } from './sign-in.ts';

type Handler<Request> = (request: Request) => Promise<DeskAnswer>;

/**
 * One path and method of the desk. `maxBytes` raises the size limit of its form. Routes that are not `isPublic` need a
 * session.
 */
export type DeskRoute = { method: 'get' | 'post'; path: string; maxBytes?: number } & (
  { isPublic: true; answer: Handler<DeskRequest> } | { isPublic?: never; answer: Handler<SignedInRequest> }
);

const redirectToMessages: Handler<DeskRequest> = () => Promise.resolve({ kind: 'redirect', to: '/desk/messages' });

/** All routes of the desk. */
export function createDeskRoutes(signIn: SignIn): DeskRoute[] {
  return [
    { method: 'get', path: '/desk/sign-in', isPublic: true, answer: signIn.showForm },
    { method: 'post', path: '/desk/sign-in', isPublic: true, answer: signIn.requestLink },
    { method: 'get', path: '/desk/sign-in/link', isPublic: true, answer: signIn.showLink },
    { method: 'post', path: '/desk/sign-in/link', isPublic: true, answer: signIn.signIn },
    { method: 'post', path: '/desk/sign-out', answer: signIn.signOut },
    { method: 'post', path: '/desk/sign-out-everywhere', answer: signIn.signOutEverywhere },
    { method: 'get', path: '/desk', answer: redirectToMessages },
    { method: 'get', path: '/desk/messages', answer: listMessages },
    { method: 'get', path: '/desk/messages/:id', answer: showMessage },
    { method: 'get', path: '/desk/messages/:id/attachment', answer: downloadAttachment },
    { method: 'post', path: '/desk/messages/:id/answered', answer: answerMessage },
    { method: 'post', path: '/desk/messages/:id/delete', answer: removeMessage },
    { method: 'get', path: '/desk/comments', answer: listComments },
    { method: 'post', path: '/desk/comments', answer: decideSelected },
    { method: 'get', path: '/desk/news', answer: listNews },
    { method: 'get', path: '/desk/news/new', answer: newArticle },
    { method: 'post', path: '/desk/news/new', maxBytes: articleBytes, answer: createNew },
    { method: 'get', path: '/desk/news/pictures', answer: showTextPictureForm },
    { method: 'post', path: '/desk/news/pictures', maxBytes: articleBytes, answer: storeTextPicture },
    { method: 'get', path: '/desk/news/pictures/:file', answer: showPicture },
    { method: 'get', path: '/desk/news/:id', answer: editArticle },
    { method: 'post', path: '/desk/news/:id', maxBytes: articleBytes, answer: saveEdited },
    { method: 'get', path: '/desk/news/:id/preview', answer: previewArticle },
    { method: 'get', path: '/desk/news/:id/versions', answer: listVersions },
    { method: 'get', path: '/desk/news/:id/versions/:version', answer: showVersion },
    { method: 'post', path: '/desk/news/:id/versions/:version', answer: returnToOlder },
    { method: 'post', path: '/desk/news/:id/unpublish', answer: withdrawArticle },
    { method: 'post', path: '/desk/news/:id/delete', answer: removeArticle },
    { method: 'get', path: '/desk/orders', answer: listOrders },
    { method: 'get', path: '/desk/orders.csv', answer: exportOrders },
    { method: 'get', path: '/desk/orders/:id', answer: showOrder },
    { method: 'post', path: '/desk/orders/:id/refund', answer: refundOrder },
    { method: 'get', path: '/desk/licences/:id', answer: showLicence },
    { method: 'post', path: '/desk/licences/:id/send', answer: sendLicenceAgain },
    { method: 'post', path: '/desk/licences/:id/revoke', answer: revokeLicence },
    { method: 'get', path: '/desk/people', answer: showPersonForm },
    { method: 'post', path: '/desk/people', answer: showPerson },
    { method: 'post', path: '/desk/people/export', answer: exportPerson },
    { method: 'post', path: '/desk/people/erase', answer: erasePersonData },
    { method: 'get', path: '/desk/mail', answer: listMail },
    { method: 'get', path: '/desk/mail/:id', answer: showMail },
    { method: 'post', path: '/desk/mail/:id/send-again', answer: sendMailAgain },
    { method: 'get', path: '/desk/statistics', answer: showStatistics },
    { method: 'get', path: '/desk/audit-log', answer: showAuditLog },
  ];
}
