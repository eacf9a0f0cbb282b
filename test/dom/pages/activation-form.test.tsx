import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { page } from '#client/pages/gitl.tsx';
import en from '../../../locales/en/extension.json' with { type: 'json' };
import { Announced } from '../../support/announced.tsx';
import { renderPart } from '../../support/render-part.tsx';

const { activation, alerts, validation } = en;

function open(t: TestContext, id?: string, { plan, payments }: { plan?: string; payments?: boolean } = {}) {
  const search = id === undefined ? '' : `?${new URLSearchParams({ ...(plan && { plan }), id }).toString()}`;
  const content = (
    <>
      <page.Page data={null} />
      <Announced />
    </>
  );
  const view = renderPart(t, content, { path: '/gitl', search, payments });
  const field = (label: string) => view.getByLabelText(label) as HTMLInputElement;
  const [trial, monthly, yearly] = view.getAllByRole('radio') as [HTMLInputElement, HTMLInputElement, HTMLInputElement];
  /** Selects a plan and fills in the e-mail address. */
  function fillIn(plan: HTMLInputElement) {
    fireEvent.click(plan);
    fireEvent.input(field(activation.email), { target: { value: 'marta@steppe.example' } });
  }
  const send = () =>
    act(async () => {
      fireEvent.submit(view.container.querySelector('form') as HTMLFormElement);
    });
  return { view, field, plans: { trial, monthly, yearly }, fillIn, send };
}

describe('a plan', () => {
  it('scrolls to the form for a click of a pointer after an arrow key that changed nothing', (t) => {
    const { plans } = open(t, '7F3A-91C2');
    const scroll = t.mock.method(document.getElementById('activate') as HTMLElement, 'scrollIntoView', () => undefined);
    fireEvent.keyDown(plans.monthly, { key: 'ArrowRight' });
    fireEvent.click(plans.yearly, { detail: 0 });
    assert.equal(scroll.mock.callCount(), 0, 'arrow keys compare plans');
    fireEvent.keyDown(plans.yearly, { key: 'ArrowRight', ctrlKey: true });
    fireEvent.click(plans.monthly, { detail: 1 });
    assert.equal(scroll.mock.callCount(), 1);
  });
});

describe('the activation form', () => {
  it('does not set the first values of its fields, so that browsers restore typed values', (t) => {
    const { field } = open(t);
    for (const label of [activation.machineId, activation.email]) {
      fireEvent.input(field(label), { target: { value: 'marta@steppe.example' } });
      fireEvent.blur(field(label));
      assert.equal(field(label).value, 'marta@steppe.example');
      assert.equal(field(label).defaultValue, '');
      assert.notEqual(field(label).getAttribute('autocomplete'), 'off');
    }
  });

  it('contains the identifier of a link, which can be corrected', (t) => {
    const { field, view } = open(t, '7F3A-91C2');
    assert.equal(field(activation.machineId).value, '7F3A-91C2');
    assert.equal(field(activation.machineId).readOnly, false);
    assert.ok(view.getByText(activation.fromLink));
    fireEvent.input(field(activation.machineId), { target: { value: '7F3A-91C3' } });
    assert.ok(view.getByText(activation.machineHint));
  });

  it('does not check a field when the visitor goes to another window, to copy the identifier there', (t) => {
    const { field } = open(t);
    const machineId = field(activation.machineId);
    act(() => machineId.focus());
    // The field stays the active element of the document when the window loses the focus.
    fireEvent.blur(machineId);
    assert.equal(machineId.getAttribute('aria-invalid'), 'false');
    act(() => machineId.blur());
    assert.equal(machineId.getAttribute('aria-invalid'), 'true');
  });

  it('does not say that GITL filled in the identifier of a payment that is tried again', (t) => {
    const { field, view } = open(t, '7F3A-91C2', { plan: 'monthly' });
    assert.equal(field(activation.machineId).value, '7F3A-91C2');
    assert.ok(view.getByText(activation.machineHint));
  });

  it('offers an e-mail instead of a payment for paid plans when payments are off', (t) => {
    const { view, plans } = open(t, '7F3A 91&C2', { payments: false });
    fireEvent.click(plans.monthly);
    const href = view.getByRole('link', { name: activation.orderByEmail }).getAttribute('href') ?? '';
    assert.match(href, /^mailto:support@obrii\.example\?subject=GITL%20licence%2C%20Monthly&body=.*7F3A%2091%26C2$/);
    assert.equal(view.container.querySelector('[type="submit"]'), null);
    fireEvent.click(plans.trial);
    assert.equal(view.queryByRole('link', { name: activation.orderByEmail }), null);
    assert.ok(view.container.querySelector('[type="submit"]'));
  });

  it('does not change its plan while a payment is being created', async (t) => {
    let answer: (response: Response) => void = () => undefined;
    const posting = t.mock.method(globalThis, 'fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
    const { view, plans, fillIn, send } = open(t, '7F3A-91C2');
    fillIn(plans.monthly);
    const disabled = () => Object.values(plans).map((radio) => radio.disabled);
    assert.deepEqual(disabled(), [false, false, false]);
    await send();
    assert.deepEqual(disabled(), [true, true, true]);
    await view.findByText(activation.processing);
    await act(async () => {
      await waitFor(() => assert.equal(posting.mock.callCount(), 1));
      answer(new Response('{}', { status: 500 }));
    });
    await waitFor(() => assert.deepEqual(disabled(), [false, false, false]));
  });

  for (const body of ['<h1>Bad Gateway</h1>', '[{"error":"no upstream"}]', '{"errors":{"email":["no upstream"]}}'])
    it(`shows that the trial failed, and can be sent again, after the response of a proxy: ${body}`, async (t) => {
      const posting = t.mock.method(globalThis, 'fetch', () => Promise.resolve(new Response(body, { status: 502 })));
      const { view, plans, fillIn, send } = open(t, '7F3A-91C2');
      fillIn(plans.trial);
      for (const count of [1, 2]) {
        await send();
        const failure = await view.findByText(alerts.trialFailed);
        assert.ok(failure.closest('[aria-live="assertive"]'), 'the role of an alert alone is not announced everywhere');
        assert.equal(posting.mock.callCount(), count);
      }
    });

  for (const [title, id] of [
    ['too long', 'x'.repeat(201)],
    ['with a character of no code', '7F3A\u000791C2'],
  ] as const) {
    it(`allows the identifier of a link to be corrected, ${title}, and shows what is wrong`, (t) => {
      const { field, view } = open(t, id);
      const machine = field(activation.machineId);
      assert.equal(machine.readOnly, false);
      assert.equal(machine.getAttribute('aria-invalid'), 'true');
      assert.ok(view.getByText(validation.machineIdInvalid));
      fireEvent.input(machine, { target: { value: '7F3A-91C2' } });
      assert.equal(machine.getAttribute('aria-invalid'), 'false');
      assert.equal(view.queryByText(validation.machineIdInvalid), null);
    });
  }

  for (const [key, moves] of [
    [' ', true],
    ['Enter', true],
    ['ArrowDown', false],
  ] as const) {
    it(`${moves ? 'focuses' : 'does not focus'} the form when a plan is chosen by “${key}”`, (t) => {
      const { field, plans } = open(t);
      const { monthly } = plans;
      act(() => monthly.focus());
      // A browser selects the radio button that an arrow key leads to; happy-dom does not.
      if (fireEvent.keyDown(monthly, { key })) fireEvent.click(monthly);
      assert.equal(monthly.checked, true);
      assert.ok(document.activeElement === (moves ? field(activation.machineId) : monthly));
    });
  }

  it('does not open the payment page when the visitor has left the page meanwhile', async (t) => {
    let answer: (response: Response) => void = () => undefined;
    const signals: (AbortSignal | null | undefined)[] = [];
    t.mock.method(globalThis, 'fetch', (_address: string, { signal }: RequestInit) => {
      signals.push(signal);
      return new Promise<Response>((resolve) => (answer = resolve));
    });
    const assign = t.mock.method(location, 'assign', () => undefined);
    const { view, plans, fillIn, send } = open(t, '7F3A-91C2');
    fillIn(plans.monthly);
    await send();
    view.unmount();
    assert.equal(signals[0]?.aborted, true);
    await act(async () => answer(Response.json({ pageUrl: 'https://pay.example/1' })));
    assert.equal(assign.mock.callCount(), 0);
  });

  it('describes each plan with the error when none is chosen, because that is where the focus goes', async (t) => {
    const { field, view } = open(t, '7F3A-91C2');
    act(() => {
      fireEvent.input(field(activation.email), { target: { value: 'marta@steppe.example' } });
    });
    await act(async () => {
      fireEvent.keyDown(field(activation.email), { key: 'Enter' });
    });
    const error = view.getByText(validation.planRequired).closest('p');
    assert.ok(error?.id);
    for (const plan of view.getAllByRole('radio'))
      assert.equal(plan.getAttribute('aria-describedby')?.split(' ')[0], error.id);
  });

  it('announces a missing identifier once, by its alert, when Enter is pressed in its empty field', async (t) => {
    const { field, view, plans } = open(t);
    fireEvent.click(plans.trial);
    act(() => field(activation.machineId).focus());
    await act(async () => {
      fireEvent.keyDown(field(activation.machineId), { key: 'Enter' });
    });
    assert.ok(view.getByText(validation.missingMachineId).closest('[role="alert"]'));
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve));
    });
    assert.equal(view.container.querySelector('#announced')?.textContent?.trim(), '');
  });

  it('confirms that a trial has started', async (t) => {
    t.mock.method(globalThis, 'fetch', async () => Response.json({ status: 'ok' }));
    const { field, view, plans, fillIn, send } = open(t, '7F3A-91C2');
    fillIn(plans.trial);
    await send();
    const confirmation = await view.findByText(en.alerts.trialStarted);
    assert.ok(document.activeElement === confirmation);
    assert.equal(view.queryByLabelText(activation.email), null, 'the fields give way to the confirmation');
    fireEvent.click(plans.monthly);
    assert.equal(field(activation.email).value, 'marta@steppe.example', 'another plan brings them back as they were');
  });
});
