import fc from 'fast-check';

// A counterexample is enough: to look for the smallest one would take most of the time.
fc.configureGlobal({ endOnFailure: true });
