import { createText } from '#shared/text.ts';
import type { ContactNotice } from './message-form.ts';
import type { Site } from '../../stores/site.ts';
import type { ToastText } from '../../stores/toasts.ts';

const from = 'contacts';

/**
 * Shows notices of the form as toasts, in the current language. A visitor who has gone on to a page without these texts
 * reads them in the language of the page that was left.
 */
export function createNotify({ visit, toasts }: Pick<Site, 'visit' | 'toasts'>) {
  let withTexts = visit.peek();
  return (notice: ContactNotice | null): void => {
    if (!notice) return toasts.dismissErrors(from);
    const now = visit.peek();
    if ('contacts' in now.texts) withTexts = now;
    const text = createText(withTexts.texts, withTexts.language, 'contacts');
    const toastText = (key: Parameters<typeof text>[0]): ToastText => ({ area: 'contacts', key, text: text(key) });
    const show = (tone: 'ok' | 'bad', message: ToastText, title?: ToastText) =>
      toasts.show({ from, tone, title, text: message });

    if (notice.kind === 'sent')
      return show('ok', toastText('contactForm.success'), toastText('contactForm.successTitle'));
    if (notice.kind === 'cancelled') return show('ok', toastText('contactForm.cancelled'));
    if (notice.kind === 'fileRefused') {
      const problem = toastText(`contactForm.errors.${notice.problem}`);
      return show('bad', problem, toastText('contactForm.fileRefusedTitle'));
    }
    const { failure } = notice;
    const reason = 'text' in failure ? failure.text : toastText(`contactForm.errors.${failure.key}`);
    show('bad', reason, toastText('contactForm.errorTitle'));
  };
}
