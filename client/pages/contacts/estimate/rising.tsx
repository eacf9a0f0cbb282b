/** A short text that comes up from its line each time it changes. */
export function Rising({ children }: { children: string }) {
  return (
    <span className="rising">
      <span key={children}>{children}</span>
    </span>
  );
}
