import { Component, type ReactNode } from 'react';
import { Broken } from './broken.tsx';

interface Props {
  /** The visit that is rendered. The error panel is removed as soon as another visit is rendered. */
  resetKey: object;
  children: ReactNode;
}

interface State {
  failed: boolean;
  resetKey: object;
}

/** Catches errors that its children throw while they render, and shows a panel with links in their place. */
export class Boundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  static getDerivedStateFromError(): Pick<State, 'failed'> {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}
