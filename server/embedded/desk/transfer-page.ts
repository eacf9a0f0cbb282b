import { cleanEmail, isEmail, maxEmailLength } from '#shared/email.ts';
import { isLanguage, languageNames } from '#shared/languages.ts';
import { isMachineId, maxMachineIdLength } from '#shared/machine-id.ts';
import { formatAmount } from '#shared/money.ts';
import { amountOf, currencyCode, isPaidPlan, plans } from '#shared/plans.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { areaText } from '#server/lib/texts.ts';
import { recordTransfer } from '../payments/transfer.ts';
import { logAction } from '../storage/audit-log.ts';
import { firstValueOf, missingPage, type DeskPage, type DeskResponse, type SignedInRequest } from './desk-request.ts';
import { fieldId, printField } from './field.ts';
import { printForm } from './frame.ts';
import { orderPage, orderPaths } from './order-paths.ts';

const paidPlans = plans.filter(({ id, available }) => isPaidPlan(id) && available);

function printSelect(name: string, label: string, options: [value: string, text: string][], chosen: string): Markup {
  const id = fieldId(name);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select class="field__input" id="${id}" name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`)}
    </select>
  </div>`;
}

/** Renders the form with the posted values; `isChecked`: wrong values are reported. */
function printTransferForm(request: SignedInRequest, isChecked: boolean): Markup {
  const { text, language, emailOptions } = request;
  const shop = areaText(emailOptions.texts, language, 'extension');
  const priceIn = (plan: (typeof paidPlans)[number]) =>
    languageNames.map((name) => formatAmount(language, { amount: amountOf(plan, name), ccy: currencyCode(name) }));
  const planOptions = paidPlans.map((plan): [string, string] => [
    plan.id,
    `${shop(plan.name)}: ${priceIn(plan).join(' / ')}`,
  ]);
  const languageOptions = languageNames.map((name): [string, string] => [name, text(`transfer.languages.${name}`)]);
  const { machine, email } = valuesOf(request);
  return printForm(
    orderPaths.transfer,
    html`${printSelect('plan', text('orders.plan'), planOptions, firstValueOf(request, 'plan'))}
      ${printSelect('language', text('transfer.language'), languageOptions, firstValueOf(request, 'language') || language)}
      ${printField({
        name: 'machine',
        label: text('orders.machine'),
        value: machine,
        maxLength: maxMachineIdLength,
        error: isChecked && !isRightMachine(machine) ? text('order.badMachine') : undefined,
        isRequired: true,
      })}
      ${printField({
        name: 'email',
        label: text('orders.email'),
        type: 'email',
        value: email,
        maxLength: maxEmailLength,
        error: isChecked && !isEmail(email) ? text('signIn.badEmail') : undefined,
        isRequired: true,
      })}
      <p><button class="button button--sun">${text('transfer.record')}</button></p>`,
  );
}

const isRightMachine = (machine: string): boolean => machine !== '' && isMachineId(machine);

const valuesOf = (request: SignedInRequest) => ({
  machine: firstValueOf(request, 'machine').trim(),
  email: cleanEmail(firstValueOf(request, 'email')),
});

const page = (request: SignedInRequest, isChecked: boolean): DeskPage => ({
  kind: 'page',
  section: 'orders',
  status: isChecked ? 422 : 200,
  title: request.text('transfer.title'),
  body: html`<p class="soft">${request.text('transfer.lead')}</p>
    ${printTransferForm(request, isChecked)}`,
});

/** GET /desk/orders/new shows the form that records a payment by bank transfer. */
export const showTransferForm = (request: SignedInRequest): Promise<DeskResponse> =>
  Promise.resolve(request.keys ? page(request, false) : missingPage(request, 'orders'));

/** POST /desk/orders/new stores a paid order, and sends its licence with the receipt. */
export async function recordTransferByStaff(request: SignedInRequest): Promise<DeskResponse> {
  const { storage, actor, keys, emailOptions, origin, fulfil } = request;
  if (!keys) return missingPage(request, 'orders');
  const { machine: machineId, email } = valuesOf(request);
  const plan = paidPlans.find(({ id }) => id === firstValueOf(request, 'plan'));
  const language = firstValueOf(request, 'language');
  if (!plan || !isLanguage(language) || !isRightMachine(machineId) || !isEmail(email)) return page(request, true);
  const purchase = { plan, language, machineId, email };
  const id = await storage.write(async (database) => {
    const tools = { texts: emailOptions.texts, origin, fulfil };
    const order = await recordTransfer(database, purchase, tools, new Date(actor.now));
    if (order.isNew) await logAction(database, { ...actor, action: 'transfer-recorded', subject: order.id });
    return order.id;
  });
  return { kind: 'redirect', to: orderPage(id) };
}
