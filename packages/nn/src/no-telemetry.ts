/**
 * onnxruntime's published builds report to Microsoft which models they run, unless this is set before the library is
 * loaded. Imported by whatever loads it, and by whatever makes threads that may: a thread has only a copy of the
 * environment.
 */
process.env["ORT_DISABLE_TELEMETRY"] ??= "1";
