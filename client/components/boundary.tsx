import { Component, type ComponentType, type ReactNode } from 'react';

interface State {
  failed: boolean;
  /** Fetched only when it is needed, which should be never. */
  Fallback?: ComponentType;
}

/** Catches what a page throws while it renders: the visitor keeps the site around it, and a way out. */
export class Boundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    import('./broken.tsx').then(
      ({ Broken }) => this.setState({ Fallback: Broken }),
      () => location.reload(),
    );
  }

  override render() {
    const { failed, Fallback } = this.state;
    if (!failed) return this.props.children;
    return Fallback ? <Fallback /> : null;
  }
}
