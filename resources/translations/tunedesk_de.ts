<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>CheckWords</name>
    <message>
        <source>static_graph</source>
        <translation>Static Graph</translation>
    </message>
    <message>
        <source>adamw_8bit</source>
        <translation>8-Bit-AdamW</translation>
    </message>
    <message>
        <source>activation_checkpointing</source>
        <translation>Activation Checkpointing</translation>
    </message>
    <message>
        <source>optimizer_in_backward</source>
        <translation>Optimierer im Rückwärtsgang</translation>
    </message>
    <message>
        <source>offload optimizer</source>
        <translation>Auslagern des Optimierers</translation>
    </message>
    <message>
        <source>offload parameters</source>
        <translation>Auslagern der Parameter</translation>
    </message>
    <message>
        <source>offload activations</source>
        <translation>Auslagern der Aktivierungen</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1: %2</translation>
    </message>
</context>
<context>
    <name>Collective</name>
    <message>
        <source>sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>broadcast</source>
        <translation>Broadcast</translation>
    </message>
    <message>
        <source>lead</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>gather</source>
        <translation>Gather</translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation>All-Gather</translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation>Reduce-Scatter</translation>
    </message>
    <message>
        <source>message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>token cache</source>
        <translation>Token-Cache</translation>
    </message>
    <message>
        <source>list of devices</source>
        <translation>Liste der Geräte</translation>
    </message>
    <message>
        <source>feature cache</source>
        <translation>Feature-Cache</translation>
    </message>
    <message>
        <source>choice of the checkpoint</source>
        <translation>Wahl des Checkpoints</translation>
    </message>
    <message>
        <source>comparison of weights</source>
        <translation>Vergleich der Gewichte</translation>
    </message>
    <message>
        <source>copy of the weights</source>
        <translation>Kopie der Gewichte</translation>
    </message>
    <message>
        <source>gradient sum</source>
        <translation>Gradientensumme</translation>
    </message>
    <message>
        <source>control exchange</source>
        <translation>Steueraustausch</translation>
    </message>
    <message>
        <source>loss sum</source>
        <translation>Loss-Summe</translation>
    </message>
    <message>
        <source>step figures</source>
        <translation>Zahlen des Schritts</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>run totals</source>
        <translation>Summen des Laufs</translation>
    </message>
    <message>
        <source>parameter gather</source>
        <translation>Sammeln der Parameter</translation>
    </message>
    <message>
        <source>parameter spread</source>
        <translation>Verteilen der Parameter</translation>
    </message>
    <message>
        <source>norm sum</source>
        <translation>Normsumme</translation>
    </message>
    <message>
        <source>row sum</source>
        <translation>Zeilensumme</translation>
    </message>
    <message>
        <source>counts of samples</source>
        <translation>Anzahlen der Beispiele</translation>
    </message>
    <message>
        <source>embedding gather</source>
        <translation>Sammeln des Embeddings</translation>
    </message>
    <message>
        <source>embedding gradient</source>
        <translation>Gradient des Embeddings</translation>
    </message>
    <message>
        <source>hidden rows</source>
        <translation>verborgene Zeilen</translation>
    </message>
    <message>
        <source>gradient of hidden rows</source>
        <translation>Gradient der verborgenen Zeilen</translation>
    </message>
    <message>
        <source>export of parameters</source>
        <translation>Export der Parameter</translation>
    </message>
    <message>
        <source>tied table</source>
        <translation>gemeinsame Tabelle</translation>
    </message>
    <message>
        <source>gradient of the tied table</source>
        <translation>Gradient der gemeinsamen Tabelle</translation>
    </message>
    <message>
        <source>products of slices</source>
        <translation>Produkte der Slices</translation>
    </message>
    <message>
        <source>gradients of slices</source>
        <translation>Gradienten der Slices</translation>
    </message>
    <message>
        <source>losses of slices</source>
        <translation>Losses der Slices</translation>
    </message>
</context>
<context>
    <name>DataPage</name>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>another process uses this run folder: host {}, pid {}, since {}</source>
        <translation>ein anderer Prozess verwendet diesen Ordner: Host {}, PID {}, seit {}</translation>
    </message>
    <message>
        <source>watch it with: tunedesk attach {}, or choose another --run-dir</source>
        <translation>beobachten mit: tunedesk attach {}, oder ein anderes --run-dir wählen</translation>
    </message>
    <message>
        <source>cannot lock: {}</source>
        <translation>kann nicht sperren: {}</translation>
    </message>
    <message>
        <source>set XDG_STATE_HOME to a folder on a local disk</source>
        <translation>XDG_STATE_HOME auf einen Ordner einer lokalen Platte setzen</translation>
    </message>
    <message>
        <source>the socket&apos;s path exceeds 107 bytes</source>
        <translation>der Pfad des Sockets ist länger als 107 Byte</translation>
    </message>
    <message>
        <source>set XDG_RUNTIME_DIR to a shorter path</source>
        <translation>XDG_RUNTIME_DIR auf einen kürzeren Pfad setzen</translation>
    </message>
    <message>
        <source>cannot find a free port for the rendezvous: {}</source>
        <translation>kein freier Port für das Rendezvous: {}</translation>
    </message>
    <message>
        <source>the run is not running</source>
        <translation>der Lauf läuft nicht</translation>
    </message>
    <message>
        <source>tunedesk --no-gui resume {}</source>
        <translation>tunedesk --no-gui resume {}</translation>
    </message>
    <message>
        <source>{} was refused: {}</source>
        <translation>{} wurde abgelehnt: {}</translation>
    </message>
    <message>
        <source>tunedesk --no-gui attach {}</source>
        <translation>tunedesk --no-gui attach {}</translation>
    </message>
    <message>
        <source>the run refused the command: {}</source>
        <translation>der Lauf hat den Befehl abgelehnt: {}</translation>
    </message>
    <message>
        <source>the run is still active</source>
        <translation>der Lauf ist noch aktiv</translation>
    </message>
    <message>
        <source>tunedesk --no-gui stop {}</source>
        <translation>tunedesk --no-gui stop {}</translation>
    </message>
    <message>
        <source>another process has taken over the run folder: host {}, pid {}, since {}</source>
        <translation>ein anderer Prozess hat den Ordner des Laufs übernommen: Host {}, PID {}, seit {}</translation>
    </message>
    <message>
        <source>the other process continues this run</source>
        <translation>der andere Prozess setzt diesen Lauf fort</translation>
    </message>
    <message>
        <source>another process uses this run folder</source>
        <translation>ein anderer Prozess verwendet diesen Ordner des Laufs</translation>
    </message>
    <message>
        <source>cannot listen on the run&apos;s socket: {}</source>
        <translation>kann am Socket des Laufs nicht lauschen: {}</translation>
    </message>
    <message>
        <source>set XDG_RUNTIME_DIR to a folder of your own on a local disk</source>
        <translation>XDG_RUNTIME_DIR auf einen eigenen Ordner einer lokalen Platte setzen</translation>
    </message>
    <message>
        <source>cannot rename the rendezvous socket: {}</source>
        <translation>kann den Rendezvous-Socket nicht umbenennen: {}</translation>
    </message>
    <message>
        <source>the rendezvous port {} cannot be used: {}</source>
        <translation>der Rendezvous-Port {} ist nicht verwendbar: {}</translation>
    </message>
    <message>
        <source>set parallel.master_port to another port, or to 0 for any free one</source>
        <translation>parallel.master_port auf einen anderen Port setzen, oder auf 0 für einen beliebigen freien</translation>
    </message>
    <message>
        <source>queue file is damaged: {}</source>
        <translation>die Datei der Warteschlange ist beschädigt: {}</translation>
    </message>
    <message>
        <source>move the file away to start with an empty queue</source>
        <translation>die Datei wegschieben, um mit leerer Warteschlange zu beginnen</translation>
    </message>
    <message>
        <source>this machine has no GPU &apos;{}&apos;</source>
        <translation>dieser Rechner hat keine GPU &apos;{}&apos;</translation>
    </message>
    <message>
        <source>nvidia-smi -L lists its {} GPUs</source>
        <translation>nvidia-smi -L listet seine {} GPUs</translation>
    </message>
    <message>
        <source>the run is not in the queue</source>
        <translation>der Lauf ist nicht in der Warteschlange</translation>
    </message>
    <message>
        <source>list the queue: tunedesk --no-gui queue list</source>
        <translation>die Warteschlange zeigen: tunedesk --no-gui queue list</translation>
    </message>
    <message>
        <source>the run is in the queue, at place {}</source>
        <translation>der Lauf ist in der Warteschlange, auf Platz {}</translation>
    </message>
    <message>
        <source>tunedesk --no-gui queue remove {}</source>
        <translation>tunedesk --no-gui queue remove {}</translation>
    </message>
    <message>
        <source>a run of the recipe is already active</source>
        <translation>ein Lauf des Rezepts ist bereits aktiv</translation>
    </message>
    <message>
        <source>a process on another machine uses this run folder: host {}, pid {}, since {}</source>
        <translation>ein Prozess auf einem anderen Rechner verwendet diesen Ordner: Host {}, PID {}, seit {}</translation>
    </message>
    <message>
        <source>stop it there; if it has crashed, try again after {} s, or: tunedesk --no-gui resume {} --take-over</source>
        <translation>dort stoppen; ist er abgestürzt, nach {} s erneut versuchen, oder: tunedesk --no-gui resume {} --take-over</translation>
    </message>
    <message>
        <source>cannot read owner.json: {}</source>
        <translation>kann owner.json nicht lesen: {}</translation>
    </message>
    <message>
        <source>the run may not use GPU {}: it has not passed its check, or CUDA_VISIBLE_DEVICES hides it</source>
        <translation>der Lauf darf GPU {} nicht verwenden: Sie hat ihre Prüfung nicht bestanden, oder CUDA_VISIBLE_DEVICES verbirgt sie</translation>
    </message>
    <message>
        <source>run tunedesk device check, or set parallel.devices to cuda</source>
        <translation>tunedesk device check ausführen oder parallel.devices auf cuda setzen</translation>
    </message>
    <message>
        <source>the run trains on the CPU and cannot be pinned to GPUs</source>
        <translation>der Lauf trainiert auf der CPU und kann nicht an GPUs gebunden werden</translation>
    </message>
    <message>
        <source>set parallel.devices to cuda</source>
        <translation>parallel.devices auf cuda setzen</translation>
    </message>
    <message>
        <source>the preset itself lists the run&apos;s GPUs</source>
        <translation>das Preset selbst listet die GPUs des Laufs</translation>
    </message>
    <message>
        <source>leave out --devices, or set parallel.devices to cuda</source>
        <translation>--devices weglassen oder parallel.devices auf cuda setzen</translation>
    </message>
    <message>
        <source>the run needs {} GPUs; {} are available</source>
        <translation>der Lauf braucht {} GPUs; {} sind verfügbar</translation>
    </message>
    <message>
        <source>lower parallel.processes, or queue it on another machine</source>
        <translation>parallel.processes senken oder auf einem anderen Rechner einreihen</translation>
    </message>
    <message>
        <source>cannot read the queue: {}</source>
        <translation>kann die Warteschlange nicht lesen: {}</translation>
    </message>
    <message>
        <source>make the file readable, or move it away to start with an empty queue</source>
        <translation>die Datei lesbar machen oder wegschieben, um mit leerer Warteschlange zu beginnen</translation>
    </message>
    <message>
        <source>{} failed: {}</source>
        <translation>{} ist fehlgeschlagen: {}</translation>
    </message>
    <message>
        <source>sbatch did not print the number of a job: &quot;{}&quot;</source>
        <translation>sbatch gab keine Jobnummer aus: &quot;{}&quot;</translation>
    </message>
    <message>
        <source>{} did not answer within {} s</source>
        <translation>{} antwortete nicht innerhalb von {} s</translation>
    </message>
    <message>
        <source>check that SLURM&apos;s controller runs: scontrol ping</source>
        <translation>prüfen, ob SLURMs Controller läuft: scontrol ping</translation>
    </message>
    <message>
        <source>the run waits as SLURM job {}</source>
        <translation>der Lauf wartet als SLURM-Job {}</translation>
    </message>
    <message>
        <source>cancel it with tunedesk --no-gui stop {}</source>
        <translation>abbrechen mit tunedesk --no-gui stop {}</translation>
    </message>
    <message>
        <source>rank {} exited with code {} without reporting a reason; last line of its log: &quot;{}&quot;</source>
        <translation>Rang {} endete mit Code {}, ohne einen Grund zu melden; letzte Zeile seines Logs: &quot;{}&quot;</translation>
    </message>
    <message>
        <source>read {}</source>
        <translation>{} lesen</translation>
    </message>
    <message>
        <source>the rendezvous port {} is not free: {}</source>
        <translation>der Rendezvous-Port {} ist nicht frei: {}</translation>
    </message>
    <message>
        <source>choose another port</source>
        <translation>einen anderen Port wählen</translation>
    </message>
    <message>
        <source>cannot read the file in {}: {}</source>
        <translation>kann die Datei in {} nicht lesen: {}</translation>
    </message>
    <message>
        <source>correct {}</source>
        <translation>{} korrigieren</translation>
    </message>
    <message>
        <source>Parquet files are not supported</source>
        <translation>Parquet-Dateien werden nicht unterstützt</translation>
    </message>
    <message>
        <source>convert it, here with pandas: python -c &quot;import pandas; pandas.read_parquet(&apos;{}&apos;).to_csv(&apos;{}&apos;, index=False)&quot;</source>
        <translation>umwandeln, hier mit pandas: python -c &quot;import pandas; pandas.read_parquet(&apos;{}&apos;).to_csv(&apos;{}&apos;, index=False)&quot;</translation>
    </message>
    <message>
        <source>{} of {} rows cannot be used ({})</source>
        <translation>{} von {} Zeilen sind nicht verwendbar ({})</translation>
    </message>
    <message>
        <source>correct them, or leave them out with data.bad_rows: skip</source>
        <translation>korrigieren oder mit data.bad_rows: skip auslassen</translation>
    </message>
    <message>
        <source>cannot read the file: {}</source>
        <translation>kann die Datei nicht lesen: {}</translation>
    </message>
    <message>
        <source>check the path</source>
        <translation>den Pfad prüfen</translation>
    </message>
    <message>
        <source>column {} is missing; the file has {}</source>
        <translation>Spalte {} fehlt; die Datei hat {}</translation>
    </message>
    <message>
        <source>set data.text_column, data.text_pair_column and data.label_column to columns of the file</source>
        <translation>data.text_column, data.text_pair_column und data.label_column auf Spalten der Datei setzen</translation>
    </message>
    <message>
        <source>file name and contents disagree: the contents are {}</source>
        <translation>Dateiname und Inhalt widersprechen sich: Der Inhalt ist {}</translation>
    </message>
    <message>
        <source>cannot decompress the file: {}</source>
        <translation>kann die Datei nicht entpacken: {}</translation>
    </message>
    <message>
        <source>decompress the file yourself and inspect it</source>
        <translation>die Datei selbst entpacken und ansehen</translation>
    </message>
    <message>
        <source>file is {}, not UTF-8</source>
        <translation>die Datei ist {}, nicht UTF-8</translation>
    </message>
    <message>
        <source>convert it: iconv -f {} -t UTF-8 OLD &gt; NEW</source>
        <translation>umwandeln: iconv -f {} -t UTF-8 ALT &gt; NEU</translation>
    </message>
    <message>
        <source>unusable header: {}</source>
        <translation>unbrauchbare Kopfzeile: {}</translation>
    </message>
    <message>
        <source>correct the first line: one name a column</source>
        <translation>die erste Zeile korrigieren: ein Name pro Spalte</translation>
    </message>
    <message>
        <source>file has no rows</source>
        <translation>die Datei hat keine Zeilen</translation>
    </message>
    <message>
        <source>give a file with rows</source>
        <translation>eine Datei mit Zeilen angeben</translation>
    </message>
    <message>
        <source>no row has a number as its label; line {} has {}</source>
        <translation>keine Zeile hat eine Zahl als Label; Zeile {} hat {}</translation>
    </message>
    <message>
        <source>name the column with the numbers, or use task: text-classification</source>
        <translation>die Spalte mit den Zahlen nennen oder task: text-classification verwenden</translation>
    </message>
    <message>
        <source>the data file changed since the run read it: {} bytes then, {} now</source>
        <translation>die Datendatei hat sich geändert, seit der Lauf sie las: damals {} Byte, jetzt {}</translation>
    </message>
    <message>
        <source>restore the file, or start a new run with it (resume --allow-change accepts it)</source>
        <translation>die Datei wiederherstellen oder einen neuen Lauf mit ihr starten (resume --allow-change nimmt sie an)</translation>
    </message>
    <message>
        <source>labels mix names and numbers: {} in line {}, {} in line {}</source>
        <translation>Labels mischen Namen und Zahlen: {} in Zeile {}, {} in Zeile {}</translation>
    </message>
    <message>
        <source>write all labels as names or all as numbers</source>
        <translation>alle Labels als Namen oder alle als Zahlen schreiben</translation>
    </message>
    <message>
        <source>all {} training rows have the same labels ({}); there is nothing to learn</source>
        <translation>alle {} Trainingszeilen haben dieselben Labels ({}); es gibt nichts zu lernen</translation>
    </message>
    <message>
        <source>check data.label_column and data.label_separator</source>
        <translation>data.label_column und data.label_separator prüfen</translation>
    </message>
    <message>
        <source>the training data has no rows</source>
        <translation>die Trainingsdaten haben keine Zeilen</translation>
    </message>
    <message>
        <source>unknown label {}; the training data has {}</source>
        <translation>unbekanntes Label {}; die Trainingsdaten haben {}</translation>
    </message>
    <message>
        <source>correct the label, add training rows of its class, or skip such validation and test rows with data.bad_rows: skip</source>
        <translation>das Label korrigieren, Zeilen seiner Klasse zu den Trainingsdaten hinzufügen oder solche Zeilen von Validierung und Test mit data.bad_rows: skip auslassen</translation>
    </message>
    <message>
        <source>labels {} and {} are the same number in two notations</source>
        <translation>die Labels {} und {} sind dieselbe Zahl in zwei Schreibweisen</translation>
    </message>
    <message>
        <source>write each class in one notation</source>
        <translation>jede Klasse in einer Schreibweise schreiben</translation>
    </message>
    <message>
        <source>cannot split one file into {} for validation and {} for the test</source>
        <translation>kann eine Datei nicht in {} für die Validierung und {} für den Test teilen</translation>
    </message>
    <message>
        <source>use fractions of at least 0 whose sum is below 1</source>
        <translation>Anteile ab 0 verwenden, deren Summe unter 1 liegt</translation>
    </message>
    <message>
        <source>{} different labels in {} rows are not classes</source>
        <translation>{} verschiedene Labels in {} Zeilen sind keine Klassen</translation>
    </message>
    <message>
        <source>check data.label_column</source>
        <translation>data.label_column prüfen</translation>
    </message>
    <message>
        <source>cannot change the label: {}</source>
        <translation>kann das Label nicht ändern: {}</translation>
    </message>
    <message>
        <source>correct the label in the file itself</source>
        <translation>das Label in der Datei selbst korrigieren</translation>
    </message>
    <message>
        <source>the file differs from the one that the run tested: the text here has changed</source>
        <translation>die Datei ist nicht die, die der Lauf getestet hat: Sie hat hier einen anderen Text</translation>
    </message>
    <message>
        <source>restore the tested file, or run again and correct the labels in the new report</source>
        <translation>die getestete Datei wiederherstellen, oder erneut laufen lassen und dessen Bericht korrigieren</translation>
    </message>
    <message>
        <source>file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>choose a file with rows</source>
        <translation>eine Datei mit Zeilen wählen</translation>
    </message>
    <message>
        <source>cannot read the line: {}</source>
        <translation>kann die Zeile nicht lesen: {}</translation>
    </message>
    <message>
        <source>no line is a JSON object</source>
        <translation>keine Zeile ist ein JSON-Objekt</translation>
    </message>
    <message>
        <source>write one object per line</source>
        <translation>ein Objekt pro Zeile schreiben</translation>
    </message>
    <message>
        <source>{} different numbers in {} rows are not classes</source>
        <translation>{} verschiedene Zahlen in {} Zeilen sind keine Klassen</translation>
    </message>
    <message>
        <source>use task: regression to learn numbers, or check data.label_column</source>
        <translation>task: regression verwenden, um Zahlen zu lernen, oder data.label_column prüfen</translation>
    </message>
    <message>
        <source>column {} is missing (did you mean {}?); the file has {}</source>
        <translation>Spalte {} fehlt (gemeint: {}?); die Datei hat {}</translation>
    </message>
    <message>
        <source>column {} is missing; the header is separated by tabs</source>
        <translation>Spalte {} fehlt; die Kopfzeile ist durch Tabulatoren getrennt</translation>
    </message>
    <message>
        <source>use the extension .tsv for the file</source>
        <translation>die Endung .tsv für die Datei verwenden</translation>
    </message>
    <message>
        <source>column {} is missing; the header is separated by semicolons</source>
        <translation>Spalte {} fehlt; die Kopfzeile ist durch Semikolons getrennt</translation>
    </message>
    <message>
        <source>save the file with commas</source>
        <translation>die Datei mit Kommas speichern</translation>
    </message>
    <message>
        <source>the data file was removed after the run read it: {}</source>
        <translation>die Datendatei wurde entfernt, nachdem der Lauf sie gelesen hat: {}</translation>
    </message>
    <message>
        <source>no row of the data is affected any more</source>
        <translation>keine Zeile der Daten ist mehr betroffen</translation>
    </message>
    <message>
        <source>check the preset again</source>
        <translation>das Preset erneut prüfen</translation>
    </message>
    <message>
        <source>the data file changed since the run read it: its hash was {} and is {}</source>
        <translation>die Datendatei hat sich geändert, seit der Lauf sie las: Ihr Hash war {} und ist {}</translation>
    </message>
    <message>
        <source>the predictions have no line numbers of the data file</source>
        <translation>die Vorhersagen haben keine Zeilennummern der Datendatei</translation>
    </message>
    <message>
        <source>file is a zip archive or a spreadsheet</source>
        <translation>die Datei ist ein Zip-Archiv oder eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>unpack it, or export the sheet as CSV</source>
        <translation>entpacken oder das Blatt als CSV exportieren</translation>
    </message>
    <message>
        <source>file is compressed with bzip2 or xz, which is not supported</source>
        <translation>die Datei ist mit bzip2 oder xz komprimiert, was nicht unterstützt wird</translation>
    </message>
    <message>
        <source>decompress it, or use gzip or zstd</source>
        <translation>entpacken, oder gzip oder zstd verwenden</translation>
    </message>
    <message>
        <source>file name does not show the format of the rows</source>
        <translation>der Dateiname zeigt das Format der Zeilen nicht</translation>
    </message>
    <message>
        <source>use the extension .csv, .tsv, .jsonl or .json, with .gz or .zst after it for a compressed file</source>
        <translation>die Endung .csv, .tsv, .jsonl oder .json verwenden, für eine komprimierte Datei mit .gz oder .zst dahinter</translation>
    </message>
    <message>
        <source>file changed while it was being read</source>
        <translation>die Datei wurde geändert, während sie gelesen wurde</translation>
    </message>
    <message>
        <source>wait until it is complete and start again</source>
        <translation>warten, bis sie vollständig ist, und erneut starten</translation>
    </message>
    <message>
        <source>give a header line and rows below it</source>
        <translation>eine Kopfzeile und Zeilen darunter angeben</translation>
    </message>
    <message>
        <source>the training data has no labels</source>
        <translation>die Trainingsdaten haben keine Labels</translation>
    </message>
    <message>
        <source>set data.label_column</source>
        <translation>data.label_column setzen</translation>
    </message>
    <message>
        <source>all {} training rows have the label {}; there is nothing to learn</source>
        <translation>alle {} Trainingszeilen haben das Label {}; es gibt nichts zu lernen</translation>
    </message>
    <message>
        <source>provide rows of at least two classes, and check data.label_column</source>
        <translation>Zeilen von mindestens zwei Klassen bereitstellen und data.label_column prüfen</translation>
    </message>
    <message>
        <source>no rows are left: no training row has any of the file&apos;s labels</source>
        <translation>keine Zeilen bleiben übrig: Keine Trainingszeile hat eines der Labels der Datei</translation>
    </message>
    <message>
        <source>no finding has the ID {}</source>
        <translation>kein Befund hat die ID {}</translation>
    </message>
    <message>
        <source>all {} training rows have the number {}; there is nothing to learn</source>
        <translation>alle {} Trainingszeilen haben die Zahl {}; es gibt nichts zu lernen</translation>
    </message>
    <message>
        <source>check which column has the numbers</source>
        <translation>prüfen, welche Spalte die Zahlen hat</translation>
    </message>
    <message>
        <source>the {} split is empty: {} of {} rows</source>
        <translation>der Split {} ist leer: {} von {} Zeilen</translation>
    </message>
    <message>
        <source>give more rows or a larger fraction; at least one row of each class stays in training</source>
        <translation>mehr Zeilen oder einen größeren Anteil angeben: Von jeder Klasse bleibt mindestens eine Zeile im Training</translation>
    </message>
    <message>
        <source>no rows are left: {} of {} rows cannot be used ({})</source>
        <translation>keine Zeilen bleiben übrig: {} von {} Zeilen sind nicht verwendbar ({})</translation>
    </message>
    <message>
        <source>correct the file</source>
        <translation>die Datei korrigieren</translation>
    </message>
    <message>
        <source>no text column is set</source>
        <translation>keine Textspalte ist gesetzt</translation>
    </message>
    <message>
        <source>set data.text_column</source>
        <translation>data.text_column setzen</translation>
    </message>
    <message>
        <source>data.split_file lists no {} rows</source>
        <translation>data.split_file listet keine Zeilen für {}</translation>
    </message>
    <message>
        <source>list some, or use evaluation.strategy: no</source>
        <translation>welche listen oder evaluation.strategy: no verwenden</translation>
    </message>
    <message>
        <source>prediction has {} probabilities for {} labels</source>
        <translation>Vorhersage hat {} Wahrscheinlichkeiten für {} Labels</translation>
    </message>
    <message>
        <source>prediction has {} probabilities and label {} for {} classes</source>
        <translation>Vorhersage hat {} Wahrscheinlichkeiten und Label {} bei {} Klassen</translation>
    </message>
    <message>
        <source>{} numbers for {} predictions</source>
        <translation>{} Zahlen für {} Vorhersagen</translation>
    </message>
    <message>
        <source>the corrected table has other rows than its source</source>
        <translation>die korrigierte Tabelle hat andere Zeilen als ihre Quelle</translation>
    </message>
    <message>
        <source>correct the labels in the file itself</source>
        <translation>die Labels in der Datei selbst korrigieren</translation>
    </message>
    <message>
        <source>the text has {} tokens, too few for a batch of {}</source>
        <translation>der Text hat {} Token, zu wenige für einen Batch mit {}</translation>
    </message>
    <message>
        <source>give a longer text, or lower the batch size</source>
        <translation>einen längeren Text angeben oder die Batch-Größe senken</translation>
    </message>
    <message>
        <source>no conversation has an answer left when truncated to {} tokens</source>
        <translation>keine Unterhaltung behält eine Antwort, wenn sie auf {} Token gekürzt wird</translation>
    </message>
    <message>
        <source>raise data.max_length</source>
        <translation>data.max_length erhöhen</translation>
    </message>
    <message>
        <source>no document has two tokens or more, so there is no next token to predict</source>
        <translation>kein Dokument hat mindestens zwei Token, also gibt es kein nächstes Token vorherzusagen</translation>
    </message>
    <message>
        <source>give longer documents, or set data.documents to joined</source>
        <translation>längere Dokumente angeben oder data.documents auf joined setzen</translation>
    </message>
    <message>
        <source>cannot read the image: {}</source>
        <translation>kann das Bild nicht lesen: {}</translation>
    </message>
    <message>
        <source>replace the image, or remove it from the data</source>
        <translation>das Bild ersetzen oder aus den Daten entfernen</translation>
    </message>
    <message>
        <source>image has {} x {} pixels; the limit is {} pixels</source>
        <translation>das Bild hat {} x {} Pixel; das Limit sind {} Pixel</translation>
    </message>
    <message>
        <source>scale the image down, or remove it from the data</source>
        <translation>das Bild verkleinern oder aus den Daten entfernen</translation>
    </message>
    <message>
        <source>image is {}, not JPEG or PNG</source>
        <translation>das Bild ist {}, nicht JPEG oder PNG</translation>
    </message>
    <message>
        <source>convert the image to JPEG or PNG</source>
        <translation>das Bild in JPEG oder PNG umwandeln</translation>
    </message>
    <message>
        <source>cannot read the archive of images: {}</source>
        <translation>kann das Archiv der Bilder nicht lesen: {}</translation>
    </message>
    <message>
        <source>create it again with zip, without a password, or unpack it</source>
        <translation>mit zip ohne Passwort neu erstellen oder entpacken</translation>
    </message>
    <message>
        <source>cannot use the images: {}</source>
        <translation>kann die Bilder nicht verwenden: {}</translation>
    </message>
    <message>
        <source>give a folder or zip archive of SPLIT/CLASS/FILE or CLASS/FILE, CIFAR-10 or IDX files, or a table of paths and labels</source>
        <translation>einen Ordner oder ein Zip-Archiv mit SPLIT/KLASSE/DATEI oder KLASSE/DATEI angeben, CIFAR-10- oder IDX-Dateien, oder eine Tabelle mit Pfaden und Labels</translation>
    </message>
    <message>
        <source>{} of {} images cannot be used; the first: {}</source>
        <translation>{} von {} Bildern sind nicht verwendbar; das erste: {}</translation>
    </message>
    <message>
        <source>replace them, or leave them out with data.bad_rows: skip</source>
        <translation>ersetzen oder mit data.bad_rows: skip auslassen</translation>
    </message>
    <message>
        <source>no row has a similarity from -1 to 1; line {} has {}</source>
        <translation>keine Zeile hat eine Ähnlichkeit von -1 bis 1; Zeile {} hat {}</translation>
    </message>
    <message>
        <source>scale the scores to 0 to 1 or -1 to 1, or name another data.score_column</source>
        <translation>die Werte auf 0 bis 1 oder -1 bis 1 skalieren oder eine andere data.score_column nennen</translation>
    </message>
    <message>
        <source>files have changed since they were read</source>
        <translation>Dateien haben sich geändert, seit sie gelesen wurden</translation>
    </message>
    <message>
        <source>wait until they are read again, then retry</source>
        <translation>erneut versuchen, wenn sie gelesen sind</translation>
    </message>
    <message>
        <source>{} class names for {} classes</source>
        <translation>{} Klassennamen für {} Klassen</translation>
    </message>
    <message>
        <source>cannot read the split file: {}</source>
        <translation>kann die Split-Datei nicht lesen: {}</translation>
    </message>
    <message>
        <source>no used row begins in line {} of {}</source>
        <translation>keine verwendete Zeile beginnt in Zeile {} von {}</translation>
    </message>
    <message>
        <source>use the split file that was written for this table, or clear data.split_file</source>
        <translation>die für diese Tabelle geschriebene Split-Datei verwenden oder data.split_file leeren</translation>
    </message>
    <message>
        <source>data.split_file lists {} rows, but data.{} also names a file for them</source>
        <translation>data.split_file listet Zeilen für {}, und data.{} nennt eine Datei davon</translation>
    </message>
    <message>
        <source>remove data.{}, or list those rows as train</source>
        <translation>data.{} entfernen oder diese Zeilen als train listen</translation>
    </message>
    <message>
        <source>cannot keep the run&apos;s split: its preset now selects other test rows than the run tested</source>
        <translation>kann den Split des Laufs nicht behalten: Sein Preset nimmt andere Testzeilen aus der Datei, als der Lauf getestet hat</translation>
    </message>
    <message>
        <source>restore the file, or run again and correct the labels in the new report</source>
        <translation>die Datei wiederherstellen, oder erneut laufen lassen und dessen Bericht korrigieren</translation>
    </message>
    <message>
        <source>not a split file: the first line is not line,split</source>
        <translation>keine Split-Datei: Die erste Zeile ist nicht line,split</translation>
    </message>
    <message>
        <source>write the columns line and split, or clear data.split_file</source>
        <translation>die Spalten line und split schreiben oder data.split_file leeren</translation>
    </message>
    <message>
        <source>not a line number and train, validation or test</source>
        <translation>keine Zeilennummer mit train, validation oder test</translation>
    </message>
    <message>
        <source>correct the line, as in: 2,train</source>
        <translation>die Zeile korrigieren, etwa: 2,train</translation>
    </message>
    <message>
        <source>line {} is listed twice</source>
        <translation>Zeile {} ist zweimal gelistet</translation>
    </message>
    <message>
        <source>list each row once</source>
        <translation>jede Zeile einmal listen</translation>
    </message>
    <message>
        <source>the row in line {} of {} is missing in the split file</source>
        <translation>die Zeile {} von {} fehlt in der Split-Datei</translation>
    </message>
    <message>
        <source>list every row, or clear data.split_file</source>
        <translation>jede Zeile listen oder data.split_file leeren</translation>
    </message>
    <message>
        <source>class ID outside 0 to {}: true {}, predicted {}</source>
        <translation>Klassen-ID außerhalb von 0 bis {}: wahr {}, vorhergesagt {}</translation>
    </message>
    <message>
        <source>{} class weights for {} classes</source>
        <translation>{} Klassengewichte für {} Klassen</translation>
    </message>
    <message>
        <source>give one weight a class</source>
        <translation>ein Gewicht pro Klasse angeben</translation>
    </message>
    <message>
        <source>the training data does not fill one batch</source>
        <translation>die Trainingsdaten füllen keinen Batch</translation>
    </message>
    <message>
        <source>use smaller batches, or keep the last one</source>
        <translation>kleinere Batches verwenden oder den letzten behalten</translation>
    </message>
    <message>
        <source>rank {} has no batch left in epoch {}, after {} steps of {}</source>
        <translation>Rang {} hat in Epoche {} keinen Batch mehr, nach {} Schritten von {}</translation>
    </message>
    <message>
        <source>use parallel.join: shadow, or data.sharding: exact, then resume with --allow-change</source>
        <translation>parallel.join: shadow oder data.sharding: exact verwenden, dann mit --allow-change wiederaufnehmen</translation>
    </message>
    <message>
        <source>loss or gradients are not finite</source>
        <translation>Loss oder Gradienten sind nicht endlich</translation>
    </message>
    <message>
        <source>lower training.learning_rate, or set training.max_grad_norm, in the run&apos;s preset.yaml, and resume with --allow-change; if no checkpoint is left, run again</source>
        <translation>training.learning_rate senken oder training.max_grad_norm setzen, in der preset.yaml des Laufs, und mit --allow-change wiederaufnehmen; gibt es keinen Checkpoint mehr, erneut laufen lassen</translation>
    </message>
    <message>
        <source>there is no checkpoint to rewind to</source>
        <translation>es gibt keinen Checkpoint, zu dem zurückgekehrt werden kann</translation>
    </message>
    <message>
        <source>set checkpoint.every_n_steps lower, or training.on_nonfinite to skip</source>
        <translation>checkpoint.every_n_steps niedriger setzen oder training.on_nonfinite auf skip</translation>
    </message>
    <message>
        <source>the model&apos;s loss on the test rows is not finite</source>
        <translation>der Loss des Modells auf den Testzeilen ist nicht endlich</translation>
    </message>
    <message>
        <source>run again with a lower training.learning_rate, or with training.max_grad_norm</source>
        <translation>erneut laufen lassen, mit niedrigerer training.learning_rate oder mit training.max_grad_norm</translation>
    </message>
    <message>
        <source>the model&apos;s weights are not finite</source>
        <translation>die Gewichte des Modells sind nicht endlich</translation>
    </message>
    <message>
        <source>loss or gradients were not finite {} steps in a row</source>
        <translation>Loss oder Gradienten waren {} Schritte in Folge nicht endlich</translation>
    </message>
    <message>
        <source>config.json is missing in the model folder</source>
        <translation>config.json fehlt im Modellordner</translation>
    </message>
    <message>
        <source>set model.path to a Hugging Face folder</source>
        <translation>model.path auf einen Hugging-Face-Ordner setzen</translation>
    </message>
    <message>
        <source>the run folder is not safe to write into: {}</source>
        <translation>in den Ordner des Laufs kann nicht sicher geschrieben werden: {}</translation>
    </message>
    <message>
        <source>remove the entry, or copy the run with its links resolved (cp -rL) and use the copy</source>
        <translation>den Eintrag entfernen, oder den Lauf mit aufgelösten Links kopieren (cp -rL) und die Kopie verwenden</translation>
    </message>
    <message>
        <source>cannot read a file of the run: {}</source>
        <translation>kann eine Datei des Laufs nicht lesen: {}</translation>
    </message>
    <message>
        <source>not a predictions file: {}</source>
        <translation>keine Vorhersagedatei: {}</translation>
    </message>
    <message>
        <source>tunedesk resume writes the file again</source>
        <translation>tunedesk resume schreibt die Datei erneut</translation>
    </message>
    <message>
        <source>cannot read metrics.csv: {}</source>
        <translation>kann metrics.csv nicht lesen: {}</translation>
    </message>
    <message>
        <source>cannot read the other program&apos;s run: {}</source>
        <translation>kann den Lauf des anderen Programms nicht lesen: {}</translation>
    </message>
    <message>
        <source>not a Trainer state: the list log_history is missing</source>
        <translation>kein Trainer-Zustand: Die Liste log_history fehlt</translation>
    </message>
    <message>
        <source>neither {} nor {}</source>
        <translation>weder {} noch {}</translation>
    </message>
    <message>
        <source>open the file that Lightning&apos;s CSVLogger or the Hugging Face Trainer wrote</source>
        <translation>die Datei öffnen, die Lightnings CSVLogger oder der Hugging Face Trainer geschrieben hat</translation>
    </message>
    <message>
        <source>cannot draw a confusion matrix of {} classes; the limit is {}</source>
        <translation>für {} Klassen wird keine Konfusionsmatrix gezeichnet; das Limit ist {}</translation>
    </message>
    <message>
        <source>open the report as text: tunedesk --no-gui report RUN</source>
        <translation>den Bericht als Text öffnen: tunedesk --no-gui report RUN</translation>
    </message>
    <message>
        <source>cannot read the tokenizer: {}</source>
        <translation>kann den Tokenizer nicht lesen: {}</translation>
    </message>
    <message>
        <source>damaged tokenizer: {}</source>
        <translation>beschädigter Tokenizer: {}</translation>
    </message>
    <message>
        <source>fetch the model again</source>
        <translation>das Modell erneut holen</translation>
    </message>
    <message>
        <source>unsupported tokenizer: {}</source>
        <translation>nicht unterstützter Tokenizer: {}</translation>
    </message>
    <message>
        <source>use a model with a supported tokenizer, such as BERT, RoBERTa, GPT-2, Llama or Qwen2; if a regular expression takes too long, shorten the longest texts</source>
        <translation>ein Modell mit unterstütztem Tokenizer verwenden, etwa BERT, RoBERTa, GPT-2, Llama oder Qwen2; braucht ein regulärer Ausdruck zu lange, die längsten Texte kürzen</translation>
    </message>
    <message>
        <source>split_special_tokens is not supported</source>
        <translation>split_special_tokens wird nicht unterstützt</translation>
    </message>
    <message>
        <source>set it to false in tokenizer_config.json</source>
        <translation>in tokenizer_config.json auf false setzen</translation>
    </message>
    <message>
        <source>added_tokens.json holds tokens that tokenizer_config.json does not describe</source>
        <translation>added_tokens.json enthält Token, die tokenizer_config.json nicht beschreibt</translation>
    </message>
    <message>
        <source>save the tokenizer again with transformers: it then writes tokenizer.json</source>
        <translation>den Tokenizer mit transformers erneut speichern: Dann schreibt es tokenizer.json</translation>
    </message>
    <message>
        <source>added_tokens.json assigns IDs in another order than the tokens&apos; roles</source>
        <translation>added_tokens.json ordnet die IDs anders als die Rollen der Token</translation>
    </message>
    <message>
        <source>tokenizer is missing in the folder</source>
        <translation>der Tokenizer fehlt im Ordner</translation>
    </message>
    <message>
        <source>add tokenizer.json, or vocab.txt or vocab.json and merges.txt with tokenizer_config.json</source>
        <translation>tokenizer.json hinzufügen, oder vocab.txt oder vocab.json und merges.txt mit tokenizer_config.json</translation>
    </message>
    <message>
        <source>max_length {} exceeds the model&apos;s {} positions</source>
        <translation>max_length {} übersteigt die {} Positionen des Modells</translation>
    </message>
    <message>
        <source>set data.max_length to {} or less</source>
        <translation>data.max_length auf höchstens {} setzen</translation>
    </message>
    <message>
        <source>tokenizer has {} tokens; the model has {}</source>
        <translation>der Tokenizer hat {} Token; das Modell hat {}</translation>
    </message>
    <message>
        <source>use the tokenizer that belongs to the model</source>
        <translation>den Tokenizer verwenden, der zum Modell gehört</translation>
    </message>
    <message>
        <source>set it to {} or less</source>
        <translation>auf höchstens {} setzen</translation>
    </message>
    <message>
        <source>the model has no chat template, which conversations need</source>
        <translation>das Modell hat keine Chat-Vorlage, die Unterhaltungen brauchen</translation>
    </message>
    <message>
        <source>use a chat model, whose tokenizer_config.json has chat_template</source>
        <translation>ein Chat-Modell verwenden, dessen tokenizer_config.json chat_template hat</translation>
    </message>
    <message>
        <source>the model&apos;s chat template is not supported: {}</source>
        <translation>die Chat-Vorlage des Modells wird nicht unterstützt: {}</translation>
    </message>
    <message>
        <source>use a model whose template is ChatML, Llama 3&apos;s, Zephyr&apos;s or Mistral&apos;s</source>
        <translation>ein Modell mit der Vorlage von ChatML, Llama 3, Zephyr oder Mistral verwenden</translation>
    </message>
    <message>
        <source>conversations need a tokenizer that reproduces the text exactly, which WordPiece and word-level tokenizers do not</source>
        <translation>Unterhaltungen brauchen einen Tokenizer, der den Text genau wiedergibt; WordPiece und Word-Level tun das nicht</translation>
    </message>
    <message>
        <source>use a chat model with a byte-level BPE or SentencePiece tokenizer, such as SmolLM2, Llama or Qwen2</source>
        <translation>ein Chat-Modell mit Byte-Level-BPE- oder SentencePiece-Tokenizer verwenden, etwa SmolLM2, Llama oder Qwen2</translation>
    </message>
    <message>
        <source>the generation&apos;s option {} is out of range</source>
        <translation>die Option {} der Generierung liegt außerhalb ihres Bereichs</translation>
    </message>
    <message>
        <source>tunedesk predict --help explains the options</source>
        <translation>tunedesk predict --help erklärt die Optionen</translation>
    </message>
    <message>
        <source>the prompt has {} tokens; the model has {} positions</source>
        <translation>der Prompt hat {} Token; das Modell hat {} Positionen</translation>
    </message>
    <message>
        <source>shorten the prompt</source>
        <translation>den Prompt kürzen</translation>
    </message>
    <message>
        <source>the model&apos;s chat template does not accept a message with role {} here</source>
        <translation>die Chat-Vorlage des Modells erlaubt hier keine Nachricht mit der Rolle {}</translation>
    </message>
    <message>
        <source>alternate user and assistant messages, starting with the user, without a system message</source>
        <translation>Benutzer und Assistent abwechseln lassen, den Benutzer zuerst, ohne Systemnachricht</translation>
    </message>
    <message>
        <source>&quot;{}&quot; has pickled weights, which can run code and are not read</source>
        <translation>&quot;{}&quot; hat Pickle-Gewichte, die Code ausführen können und nicht gelesen werden</translation>
    </message>
    <message>
        <source>convert it where you trust it: python -c &quot;import torch, safetensors.torch as s; s.save_file({k: v.clone().contiguous() for k, v in torch.load(&apos;pytorch_model.bin&apos;, weights_only=True).items()}, &apos;model.safetensors&apos;, {&apos;format&apos;: &apos;pt&apos;})&quot;</source>
        <translation>umwandeln, wo ihm vertraut wird: python -c &quot;import torch, safetensors.torch as s; s.save_file({k: v.clone().contiguous() for k, v in torch.load(&apos;pytorch_model.bin&apos;, weights_only=True).items()}, &apos;model.safetensors&apos;, {&apos;format&apos;: &apos;pt&apos;})&quot;</translation>
    </message>
    <message>
        <source>cannot read the model folder: {}</source>
        <translation>kann den Modellordner nicht lesen: {}</translation>
    </message>
    <message>
        <source>file of {} bytes has no safetensors header</source>
        <translation>die Datei mit {} Byte hat keinen safetensors-Kopf</translation>
    </message>
    <message>
        <source>fetch the file again; it is damaged or not a safetensors file</source>
        <translation>die Datei erneut holen; sie ist beschädigt oder keine safetensors-Datei</translation>
    </message>
    <message>
        <source>invalid safetensors header: {}</source>
        <translation>ungültiger safetensors-Kopf: {}</translation>
    </message>
    <message>
        <source>invalid tensor entry: {}</source>
        <translation>ungültiger Tensoreintrag: {}</translation>
    </message>
    <message>
        <source>invalid tensor size: {}</source>
        <translation>ungültige Tensorgröße: {}</translation>
    </message>
    <message>
        <source>invalid data_offsets: {}</source>
        <translation>ungültige data_offsets: {}</translation>
    </message>
    <message>
        <source>invalid header: {}</source>
        <translation>ungültiger Kopf: {}</translation>
    </message>
    <message>
        <source>invalid metadata: {}</source>
        <translation>ungültige Metadaten: {}</translation>
    </message>
    <message>
        <source>there is no tensor &quot;{}&quot;</source>
        <translation>es gibt keinen Tensor &quot;{}&quot;</translation>
    </message>
    <message>
        <source>weight index is damaged: {}</source>
        <translation>der Gewichtsindex ist beschädigt: {}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a plain file name</source>
        <translation>&quot;{}&quot; ist kein einfacher Dateiname</translation>
    </message>
    <message>
        <source>the link points outside the model folder, to {}</source>
        <translation>der Link führt aus dem Modellordner zu {}</translation>
    </message>
    <message>
        <source>put the file itself into the folder</source>
        <translation>die Datei selbst in den Ordner legen</translation>
    </message>
    <message>
        <source>model.safetensors and model.safetensors.index.json are missing in the model folder</source>
        <translation>model.safetensors und model.safetensors.index.json fehlen im Modellordner</translation>
    </message>
    <message>
        <source>fetch the model&apos;s safetensors files into the folder</source>
        <translation>die safetensors-Dateien des Modells in den Ordner holen</translation>
    </message>
    <message>
        <source>model.safetensors and model.safetensors.index.json are missing in the model folder (it has &quot;{}&quot;)</source>
        <translation>model.safetensors und model.safetensors.index.json fehlen im Modellordner (er hat &quot;{}&quot;)</translation>
    </message>
    <message>
        <source>cannot write the tensor: {}</source>
        <translation>kann den Tensor nicht schreiben: {}</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>keine reguläre Datei</translation>
    </message>
    <message>
        <source>the shard&apos;s name &quot;{}&quot; is not a plain file name</source>
        <translation>der Shard-Name &quot;{}&quot; ist kein einfacher Dateiname</translation>
    </message>
    <message>
        <source>put shards beside the index and name them *.safetensors</source>
        <translation>Shards neben den Index legen und *.safetensors nennen</translation>
    </message>
    <message>
        <source>the index lists tensor &quot;{}&quot;, which is not in its shard</source>
        <translation>der Index listet Tensor &quot;{}&quot;, der nicht in seinem Shard ist</translation>
    </message>
    <message>
        <source>fetch the shard and the index again</source>
        <translation>Shard und Index erneut holen</translation>
    </message>
    <message>
        <source>cannot read the model&apos;s configuration: {}</source>
        <translation>kann die Konfiguration des Modells nicht lesen: {}</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>correct the model&apos;s config.json</source>
        <translation>die config.json des Modells korrigieren</translation>
    </message>
    <message>
        <source>hidden_size {} is not a multiple of num_attention_heads {}</source>
        <translation>hidden_size {} ist kein Vielfaches von num_attention_heads {}</translation>
    </message>
    <message>
        <source>give a Hugging Face model folder</source>
        <translation>einen Hugging-Face-Modellordner angeben</translation>
    </message>
    <message>
        <source>a label&apos;s name is not valid UTF-8</source>
        <translation>der Name eines Labels ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <source>two tensors have the name &quot;{}&quot;</source>
        <translation>zwei Tensoren haben den Namen &quot;{}&quot;</translation>
    </message>
    <message>
        <source>header would exceed what readers accept</source>
        <translation>der Kopf würde übersteigen, was Leseprogramme annehmen</translation>
    </message>
    <message>
        <source>header size of {} bytes does not fit a file of {} bytes</source>
        <translation>die Kopfgröße von {} Byte passt nicht zu einer Datei mit {} Byte</translation>
    </message>
    <message>
        <source>header exceeds {} bytes</source>
        <translation>der Kopf übersteigt {} Byte</translation>
    </message>
    <message>
        <source>weight has shape [{}]; the model needs [{}]</source>
        <translation>das Gewicht hat die Form [{}]; das Modell braucht [{}]</translation>
    </message>
    <message>
        <source>check config.json</source>
        <translation>config.json prüfen</translation>
    </message>
    <message>
        <source>weights belong to another model: no weight has a name that this model uses</source>
        <translation>die Gewichte gehören zu einem anderen Modell: Keiner ihrer Namen ist einer dieses Modells</translation>
    </message>
    <message>
        <source>check model.path, or set model.init: random</source>
        <translation>model.path prüfen oder model.init: random setzen</translation>
    </message>
    <message>
        <source>weights of dtype {} are not supported</source>
        <translation>Gewichte vom Typ {} werden nicht unterstützt</translation>
    </message>
    <message>
        <source>convert them to F32</source>
        <translation>in F32 umwandeln</translation>
    </message>
    <message>
        <source>attention heads with {} columns are not supported; the limit is {}</source>
        <translation>Attention-Heads mit {} Spalten werden nicht unterstützt; das Limit ist {}</translation>
    </message>
    <message>
        <source>use a model with smaller heads</source>
        <translation>ein Modell mit kleineren Heads verwenden</translation>
    </message>
    <message>
        <source>model has no classification head: it is not fine-tuned yet</source>
        <translation>das Modell hat keinen Klassifikationskopf: Es ist noch nicht feinabgestimmt</translation>
    </message>
    <message>
        <source>fine-tune it with tunedesk run, then predict with RUN/best</source>
        <translation>mit tunedesk run feinabstimmen, dann mit RUN/best vorhersagen</translation>
    </message>
    <message>
        <source>no such run or model folder</source>
        <translation>kein solcher Lauf oder Modellordner</translation>
    </message>
    <message>
        <source>the model folder&apos;s weights are not finite</source>
        <translation>die Gewichte des Modellordners sind nicht endlich</translation>
    </message>
    <message>
        <source>fetch the model again, or train from another folder</source>
        <translation>das Modell erneut holen oder aus einem anderen Ordner trainieren</translation>
    </message>
    <message>
        <source>the run has no model yet</source>
        <translation>der Lauf hat noch kein Modell</translation>
    </message>
    <message>
        <source>wait for its first evaluation, or resume it</source>
        <translation>seine erste Auswertung abwarten oder ihn wiederaufnehmen</translation>
    </message>
    <message>
        <source>the model&apos;s classification head has {} classes; the data has {}</source>
        <translation>der Klassifikationskopf des Modells hat {} Klassen; die Daten haben {}</translation>
    </message>
    <message>
        <source>the folder was fine-tuned for other labels: set model.ignore_mismatched_sizes: true to re-initialize its head</source>
        <translation>der Ordner wurde für andere Labels feinabgestimmt: model.ignore_mismatched_sizes: true setzen, um seinen Kopf neu zu initialisieren</translation>
    </message>
    <message>
        <source>pairs of texts need {} type IDs; the model&apos;s table has {} (type_vocab_size)</source>
        <translation>Textpaare brauchen {} Typ-IDs; die Tabelle des Modells hat {} (type_vocab_size)</translation>
    </message>
    <message>
        <source>use single texts, or a model with two type IDs</source>
        <translation>einzelne Texte oder ein Modell mit zwei Typ-IDs verwenden</translation>
    </message>
    <message>
        <source>{} special tokens do not fit into the model&apos;s {} positions</source>
        <translation>{} Sondertoken passen nicht in die {} Positionen des Modells</translation>
    </message>
    <message>
        <source>use another model</source>
        <translation>ein anderes Modell verwenden</translation>
    </message>
    <message>
        <source>the model&apos;s problem_type is {} with {} outputs, which is not supported</source>
        <translation>der problem_type des Modells ist {} mit {} Ausgaben, was nicht unterstützt wird</translation>
    </message>
    <message>
        <source>use a model of single_label_classification, of multi_label_classification, or of regression with one output</source>
        <translation>ein Modell mit single_label_classification, mit multi_label_classification oder mit regression und einer Ausgabe verwenden</translation>
    </message>
    <message>
        <source>the model&apos;s outputs are not finite</source>
        <translation>die Ausgaben des Modells sind nicht endlich</translation>
    </message>
    <message>
        <source>check the model&apos;s weights</source>
        <translation>die Gewichte des Modells prüfen</translation>
    </message>
    <message>
        <source>texts need {} type IDs; the model&apos;s table has {} (type_vocab_size)</source>
        <translation>Texte brauchen {} Typ-IDs; die Tabelle des Modells hat {} (type_vocab_size)</translation>
    </message>
    <message>
        <source>classification head is not a matrix</source>
        <translation>der Klassifikationskopf ist keine Matrix</translation>
    </message>
    <message>
        <source>check the model folder</source>
        <translation>den Modellordner prüfen</translation>
    </message>
    <message>
        <source>weights are missing in the model folder</source>
        <translation>Gewichte fehlen im Modellordner</translation>
    </message>
    <message>
        <source>use a folder that a run wrote</source>
        <translation>einen Ordner verwenden, den ein Lauf geschrieben hat</translation>
    </message>
    <message>
        <source>a {} model cannot be trained for task: {}</source>
        <translation>ein Modell von {} kann nicht für task: {} trainiert werden</translation>
    </message>
    <message>
        <source>choose a model folder of another architecture, or another task</source>
        <translation>einen Modellordner anderer Architektur oder eine andere Aufgabe wählen</translation>
    </message>
    <message>
        <source>the model has no classifier: it is a language model</source>
        <translation>das Modell hat keinen Klassifikator: Es ist ein Sprachmodell</translation>
    </message>
    <message>
        <source>ask it with a prompt: tunedesk predict RUN --text</source>
        <translation>mit einem Prompt fragen: tunedesk predict RUN --text</translation>
    </message>
    <message>
        <source>use a model of a supported architecture</source>
        <translation>ein Modell mit unterstützter Architektur verwenden</translation>
    </message>
    <message>
        <source>the vocabulary of the text differs from the one that the run&apos;s model was built from</source>
        <translation>das Vokabular des Textes ist ein anderes als das, aus dem das Modell des Laufs gebaut wurde</translation>
    </message>
    <message>
        <source>restore data.train, or start a new run</source>
        <translation>data.train wiederherstellen oder einen neuen Lauf starten</translation>
    </message>
    <message>
        <source>the adapter&apos;s base model is no model folder of this machine: {}</source>
        <translation>das Basismodell des Adapters ist kein Modellordner dieses Rechners: {}</translation>
    </message>
    <message>
        <source>set base_model_name_or_path to the folder of the model that the adapter was trained on</source>
        <translation>base_model_name_or_path auf den Ordner des Modells setzen, auf dem der Adapter trainiert wurde</translation>
    </message>
    <message>
        <source>the model has no linear layer named {}; it has {}</source>
        <translation>keine lineare Schicht des Modells heißt {}; es gibt {}</translation>
    </message>
    <message>
        <source>name some of them, or all-linear</source>
        <translation>einige davon nennen, oder all-linear</translation>
    </message>
    <message>
        <source>the adapter in model.path has {}: {}, the preset {}</source>
        <translation>der Adapter in model.path hat {}: {}, das Preset {}</translation>
    </message>
    <message>
        <source>set it to the adapter&apos;s value</source>
        <translation>wie im Adapter setzen</translation>
    </message>
    <message>
        <source>model.path holds an adapter, which model.train: {} does not train</source>
        <translation>model.path enthält einen Adapter, den model.train: {} nicht trainiert</translation>
    </message>
    <message>
        <source>set model.train to lora, or train an exported model</source>
        <translation>model.train auf lora setzen oder ein exportiertes Modell trainieren</translation>
    </message>
    <message>
        <source>{} does not run with this {} model in this version yet</source>
        <translation>{} läuft mit diesem {}-Modell in dieser Version noch nicht</translation>
    </message>
    <message>
        <source>use {}</source>
        <translation>{} verwenden</translation>
    </message>
    <message>
        <source>no parameter of the model fits the pattern {}; the nearest are {}</source>
        <translation>kein Parameter des Modells passt zum Muster {}; die nächsten sind {}</translation>
    </message>
    <message>
        <source>correct the pattern; * stands for any characters, ? for one</source>
        <translation>das Muster korrigieren; * steht für beliebige Zeichen, ? für eines</translation>
    </message>
    <message>
        <source>model.freeze freezes every parameter that model.train would train</source>
        <translation>model.freeze friert jeden Parameter ein, den model.train trainieren würde</translation>
    </message>
    <message>
        <source>take patterns out of model.freeze</source>
        <translation>Muster aus model.freeze nehmen</translation>
    </message>
    <message>
        <source>the sentence-transformers folder has an unsupported module: {}</source>
        <translation>der sentence-transformers-Ordner hat ein nicht unterstütztes Modul: {}</translation>
    </message>
    <message>
        <source>use a model with a transformer, mean or cls pooling, and optional normalization</source>
        <translation>ein Modell aus einem Transformer, Mean- oder CLS-Pooling und höchstens einer Normalisierung verwenden</translation>
    </message>
    <message>
        <source>{} pipeline stages need as many layers; the model has {}</source>
        <translation>{} Pipeline-Stufen brauchen ebenso viele Schichten; das Modell hat {}</translation>
    </message>
    <message>
        <source>lower parallel.pipeline_stages</source>
        <translation>parallel.pipeline_stages senken</translation>
    </message>
    <message>
        <source>{} add up to {} layers; the model has {}</source>
        <translation>{} ergeben {} Schichten; das Modell hat {}</translation>
    </message>
    <message>
        <source>set a number of layers for each stage, adding up to the model&apos;s number, or auto</source>
        <translation>jeder Stufe eine Zahl von Schichten geben, die zusammen die des Modells ergeben, oder auto</translation>
    </message>
    <message>
        <source>{} tensor slices must divide the model&apos;s {}, which is {}</source>
        <translation>{} Tensor-Slices müssen {} des Modells teilen, das {} ist</translation>
    </message>
    <message>
        <source>lower parallel.tensor_size</source>
        <translation>parallel.tensor_size senken</translation>
    </message>
    <message>
        <source>check the name with tunedesk model search; a private model needs a token in HF_TOKEN</source>
        <translation>den Namen mit tunedesk model search prüfen; ein privates Modell braucht ein Token in HF_TOKEN</translation>
    </message>
    <message>
        <source>accept the terms at {}, then set HF_TOKEN to a token of that account</source>
        <translation>die Bedingungen bei {} annehmen, dann HF_TOKEN auf ein Token dieses Kontos setzen</translation>
    </message>
    <message>
        <source>downloaded file {} does not match what the hub announced: {}</source>
        <translation>die geladene Datei {} stimmt nicht mit den Angaben des Hubs überein: {}</translation>
    </message>
    <message>
        <source>the model {} has no weights in safetensors files; its weights: {}</source>
        <translation>das Modell {} hat keine Gewichte in safetensors-Dateien; seine Gewichte: {}</translation>
    </message>
    <message>
        <source>choose a model with safetensors, or convert it with save_pretrained of transformers</source>
        <translation>ein Modell mit safetensors wählen oder mit save_pretrained von transformers umwandeln</translation>
    </message>
    <message>
        <source>the hub is not contacted while HF_HUB_OFFLINE is set</source>
        <translation>der Hub wird nicht angesprochen, solange HF_HUB_OFFLINE gesetzt ist</translation>
    </message>
    <message>
        <source>unset it, or use a model that tunedesk model list shows</source>
        <translation>die Variable löschen oder ein Modell verwenden, das tunedesk model list zeigt</translation>
    </message>
    <message>
        <source>the model {} is neither a folder nor downloaded</source>
        <translation>das Modell {} ist weder ein Ordner noch heruntergeladen</translation>
    </message>
    <message>
        <source>tunedesk model get {}</source>
        <translation>tunedesk model get {}</translation>
    </message>
    <message>
        <source>cannot read the manifest: {}</source>
        <translation>kann das Manifest nicht lesen: {}</translation>
    </message>
    <message>
        <source>manifest is damaged: {}</source>
        <translation>das Manifest ist beschädigt: {}</translation>
    </message>
    <message>
        <source>file is missing; its hash was {}</source>
        <translation>die Datei fehlt; ihr Hash war {}</translation>
    </message>
    <message>
        <source>file is damaged: {} bytes with hash {} instead of {} bytes with hash {}</source>
        <translation>die Datei ist beschädigt: {} Byte mit Hash {} statt {} Byte mit Hash {}</translation>
    </message>
    <message>
        <source>cannot read the checkpoint&apos;s file: {}</source>
        <translation>kann die Datei des Checkpoints nicht lesen: {}</translation>
    </message>
    <message>
        <source>manifest has version {}; this program reads versions 1 to {}</source>
        <translation>das Manifest hat Version {}; dieses Programm liest die Versionen 1 bis {}</translation>
    </message>
    <message>
        <source>use the program that wrote it, or a newer one</source>
        <translation>das Programm verwenden, das es geschrieben hat, oder ein neueres</translation>
    </message>
    <message>
        <source>manifest is damaged: tensor &quot;{}&quot;: {}</source>
        <translation>das Manifest ist beschädigt: Tensor &quot;{}&quot;: {}</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state is damaged: {}</source>
        <translation>der Zustand des Checkpoints ist beschädigt: {}</translation>
    </message>
    <message>
        <source>resume from an earlier checkpoint</source>
        <translation>ab einem früheren Checkpoint wiederaufnehmen</translation>
    </message>
    <message>
        <source>checkpoint has no tensor of this name and shape</source>
        <translation>der Checkpoint hat keinen Tensor dieses Namens und dieser Form</translation>
    </message>
    <message>
        <source>resume with the preset the run was started with</source>
        <translation>mit dem Preset wiederaufnehmen, mit dem der Lauf gestartet wurde</translation>
    </message>
    <message>
        <source>cannot read the checkpoint&apos;s state: {}</source>
        <translation>kann den Zustand des Checkpoints nicht lesen: {}</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s tensor has type {}, not {}</source>
        <translation>der Tensor des Checkpoints hat den Typ {}, nicht {}</translation>
    </message>
    <message>
        <source>resume with the precision.params that the run was started with</source>
        <translation>mit dem precision.params wiederaufnehmen, mit dem der Lauf gestartet wurde</translation>
    </message>
    <message>
        <source>file contents differ from the manifest for this tensor</source>
        <translation>der Inhalt der Datei weicht bei diesem Tensor vom Manifest ab</translation>
    </message>
    <message>
        <source>resume from another checkpoint</source>
        <translation>ab einem anderen Checkpoint wiederaufnehmen</translation>
    </message>
    <message>
        <source>the checkpoint has version {}; this program reads version {}</source>
        <translation>der Checkpoint hat Version {}; dieses Programm liest Version {}</translation>
    </message>
    <message>
        <source>resume with the program that wrote it</source>
        <translation>mit dem Programm wiederaufnehmen, das ihn geschrieben hat</translation>
    </message>
    <message>
        <source>checkpoint has {} tensors; the model has {}</source>
        <translation>der Checkpoint hat {} Tensoren; das Modell hat {}</translation>
    </message>
    <message>
        <source>resume with the model folder the run was started with</source>
        <translation>mit dem Modellordner wiederaufnehmen, mit dem der Lauf gestartet wurde</translation>
    </message>
    <message>
        <source>the run has changed: {}</source>
        <translation>der Lauf hat sich geändert: {}</translation>
    </message>
    <message>
        <source>undo the change, or resume with --allow-change</source>
        <translation>die Änderung zurücknehmen oder mit --allow-change wiederaufnehmen</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state is damaged: &quot;{}&quot; is out of range</source>
        <translation>der Zustand des Checkpoints ist beschädigt: &quot;{}&quot; liegt außerhalb seines Bereichs</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state is of step {}</source>
        <translation>der Zustand des Checkpoints ist von Schritt {}</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state is damaged: it has passed {} epochs and {} samples; the run has {} epochs of {} rows</source>
        <translation>der Zustand des Checkpoints ist beschädigt: Er hat {} Epochen und {} Beispiele hinter sich; der Lauf hat {} Epochen mit {} Zeilen</translation>
    </message>
    <message>
        <source>ranks or batches were changed {} times in epoch {}</source>
        <translation>Ränge oder Batches wurden {} Mal in Epoche {} geändert</translation>
    </message>
    <message>
        <source>finish the epoch with the ranks and batches of the checkpoint</source>
        <translation>die Epoche mit den Rängen und Batches des Checkpoints beenden</translation>
    </message>
    <message>
        <source>the nodes do not share the run folder: {} cannot read what {} writes there</source>
        <translation>die Knoten teilen den Ordner des Laufs nicht: {} kann nicht lesen, was {} dort schreibt</translation>
    </message>
    <message>
        <source>choose a run folder on a file system that all nodes mount at this path, or start all tasks with --collect and the same TUNEDESK_RENDEZVOUS_SECRET</source>
        <translation>einen Ordner auf einem Dateisystem wählen, das alle Knoten unter diesem Pfad einbinden, oder alle Prozesse mit --collect und demselben TUNEDESK_RENDEZVOUS_SECRET starten</translation>
    </message>
    <message>
        <source>the file {} of rank {} arrived incomplete</source>
        <translation>die Datei {} von Rang {} kam nicht vollständig an</translation>
    </message>
    <message>
        <source>check the disk and the network of that rank&apos;s node, and resume</source>
        <translation>Platte und Netz des Knotens dieses Rangs prüfen und wiederaufnehmen</translation>
    </message>
    <message>
        <source>not an event: {}</source>
        <translation>kein Ereignis: {}</translation>
    </message>
    <message>
        <source>message of {} bytes exceeds the frame limit of {} bytes</source>
        <translation>eine Nachricht von {} Byte übersteigt das Frame-Limit von {} Byte</translation>
    </message>
    <message>
        <source>the Step event has no &quot;{}&quot;</source>
        <translation>das Ereignis Step hat kein &quot;{}&quot;</translation>
    </message>
    <message>
        <source>exit.json is damaged: {}</source>
        <translation>exit.json ist beschädigt: {}</translation>
    </message>
    <message>
        <source>remove the file and resume the run</source>
        <translation>die Datei entfernen und den Lauf wiederaufnehmen</translation>
    </message>
    <message>
        <source>cannot reach the supervisor: {}</source>
        <translation>kann den Supervisor nicht erreichen: {}</translation>
    </message>
    <message>
        <source>start the run with `tunedesk --no-gui run` or `resume`</source>
        <translation>den Lauf mit `tunedesk --no-gui run` oder `resume` starten</translation>
    </message>
    <message>
        <source>cannot identify the peer of the socket: {}</source>
        <translation>kann die Gegenseite des Sockets nicht bestimmen: {}</translation>
    </message>
    <message>
        <source>cannot write to the process that reads the predictions: {}</source>
        <translation>kann nicht an den Prozess schreiben, der die Vorhersagen liest: {}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; of the Step event has another type</source>
        <translation>&quot;{}&quot; des Ereignisses Step hat einen anderen Typ</translation>
    </message>
    <message>
        <source>cannot create the channel&apos;s descriptor: {}</source>
        <translation>kann den Deskriptor des Kanals nicht anlegen: {}</translation>
    </message>
    <message>
        <source>the supervisor sent an invalid message: {}</source>
        <translation>der Supervisor sandte eine ungültige Nachricht: {}</translation>
    </message>
    <message>
        <source>rank {} was killed by signal {}</source>
        <translation>Rang {} wurde durch Signal {} beendet</translation>
    </message>
    <message>
        <source>rank {} was silent for {} s</source>
        <translation>Rang {} war {} s lang still</translation>
    </message>
    <message>
        <source>see the rank&apos;s log; supervision.rank_timeout_seconds sets the limit</source>
        <translation>das Log des Rangs ansehen; supervision.rank_timeout_seconds setzt die Grenze</translation>
    </message>
    <message>
        <source>cannot start the worker: {}</source>
        <translation>kann den Worker nicht starten: {}</translation>
    </message>
    <message>
        <source>the worker exited without an answer</source>
        <translation>der Worker endete ohne Antwort</translation>
    </message>
    <message>
        <source>invalid answer from the worker: {}</source>
        <translation>ungültige Antwort des Workers: {}</translation>
    </message>
    <message>
        <source>rank {} lost its connection to the supervisor: {}</source>
        <translation>Rang {} verlor seine Verbindung zum Supervisor: {}</translation>
    </message>
    <message>
        <source>rank {} was killed by {}, likely out of memory (the control group&apos;s oom_kill counter rose)</source>
        <translation>Rang {} wurde durch {} beendet, wahrscheinlich wegen Speichermangels (der Zähler oom_kill der Kontrollgruppe stieg)</translation>
    </message>
    <message>
        <source>lower training.per_device_train_batch_size, or raise the memory limit, then resume</source>
        <translation>training.per_device_train_batch_size senken oder das Speicherlimit erhöhen, dann wiederaufnehmen</translation>
    </message>
    <message>
        <source>the supervisor exited without reporting a result</source>
        <translation>der Supervisor endete, ohne ein Ergebnis zu melden</translation>
    </message>
    <message>
        <source>{} has fallen off the bus</source>
        <translation>{} ist vom Bus gefallen</translation>
    </message>
    <message>
        <source>check it with nvidia-smi; reset it or reboot, then resume</source>
        <translation>mit nvidia-smi prüfen; zurücksetzen oder neu starten, dann wiederaufnehmen</translation>
    </message>
    <message>
        <source>invalid message on the run&apos;s socket: {}</source>
        <translation>ungültige Nachricht am Socket des Laufs: {}</translation>
    </message>
    <message>
        <source>the run&apos;s supervisor does not answer</source>
        <translation>der Supervisor des Laufs antwortet nicht</translation>
    </message>
    <message>
        <source>see its logs/</source>
        <translation>seine logs/ ansehen</translation>
    </message>
    <message>
        <source>{}; the kernel&apos;s log reports of the GPU: {}</source>
        <translation>{}; das Kernel-Log meldet zur GPU: {}</translation>
    </message>
    <message>
        <source>cannot start the queued run&apos;s process: {}</source>
        <translation>kann den Prozess des wartenden Laufs nicht starten: {}</translation>
    </message>
    <message>
        <source>install tunedesk beside this program</source>
        <translation>tunedesk neben diesem Programm installieren</translation>
    </message>
    <message>
        <source>invalid answer from tunedesk: {}</source>
        <translation>ungültige Antwort von tunedesk: {}</translation>
    </message>
    <message>
        <source>tunedesk exited without an error message</source>
        <translation>tunedesk endete ohne Fehlermeldung</translation>
    </message>
    <message>
        <source>cannot start {}: {}</source>
        <translation>kann {} nicht starten: {}</translation>
    </message>
    <message>
        <source>install tunedesk beside tunedesk-gui</source>
        <translation>tunedesk neben tunedesk-gui installieren</translation>
    </message>
    <message>
        <source>cannot start the trial: {}</source>
        <translation>kann den Versuch nicht starten: {}</translation>
    </message>
    <message>
        <source>the trial&apos;s worker was killed by signal {}</source>
        <translation>der Worker des Versuchs wurde durch Signal {} beendet</translation>
    </message>
    <message>
        <source>the connection has already sent an oversized frame</source>
        <translation>die Verbindung hat zuvor einen zu großen Frame gesandt</translation>
    </message>
    <message>
        <source>announced frame of {} bytes exceeds the limit of {} bytes</source>
        <translation>ein angekündigter Frame von {} Byte übersteigt das Limit von {} Byte</translation>
    </message>
    <message>
        <source>message exceeds {}</source>
        <translation>die Nachricht übersteigt {}</translation>
    </message>
    <message>
        <source>no machine has the name {}</source>
        <translation>kein Rechner hat den Namen {}</translation>
    </message>
    <message>
        <source>check the name and ~/.ssh/config</source>
        <translation>den Namen und ~/.ssh/config prüfen</translation>
    </message>
    <message>
        <source>{} does not answer on its SSH port</source>
        <translation>{} antwortet an seinem SSH-Port nicht</translation>
    </message>
    <message>
        <source>check that sshd runs there, and its port in ~/.ssh/config; then try: {}</source>
        <translation>prüfen, ob sshd dort läuft, und seinen Port in ~/.ssh/config; dann versuchen: {}</translation>
    </message>
    <message>
        <source>a rank failed without reporting a reason</source>
        <translation>ein Rang scheiterte, ohne einen Grund zu melden</translation>
    </message>
    <message>
        <source>the ranks ended unexpectedly</source>
        <translation>die Ränge endeten unerwartet</translation>
    </message>
    <message>
        <source>install the program again (packaging/setup.sh), or put LibTorch where the worker looks for it: docs/install.md</source>
        <translation>das Programm erneut installieren (packaging/setup.sh) oder LibTorch dorthin legen, wo der Worker es sucht: docs/install.md</translation>
    </message>
    <message>
        <source>the worker exited without an answer: {}</source>
        <translation>der Worker endete ohne Antwort: {}</translation>
    </message>
    <message>
        <source>{} sent more than {}</source>
        <translation>{} sendet mehr als {}</translation>
    </message>
    <message>
        <source>check the machine: ssh {}</source>
        <translation>den Rechner prüfen: ssh {}</translation>
    </message>
    <message>
        <source>cannot reach {}</source>
        <translation>kann {} nicht erreichen</translation>
    </message>
    <message>
        <source>check the network; then try: {}</source>
        <translation>das Netz prüfen; dann versuchen: {}</translation>
    </message>
    <message>
        <source>{} refused the login</source>
        <translation>{} hat die Anmeldung abgelehnt</translation>
    </message>
    <message>
        <source>log in with a key, without a password: ssh-copy-id {}, or ssh-add; then try: {}</source>
        <translation>mit einem Schlüssel ohne Passwort anmelden: ssh-copy-id {}, oder ssh-add; dann versuchen: {}</translation>
    </message>
    <message>
        <source>host key of {} is unknown or has changed</source>
        <translation>der Hostschlüssel von {} ist unbekannt oder hat sich geändert</translation>
    </message>
    <message>
        <source>compare it with the key that the machine&apos;s owner gives you, and accept it once: {}</source>
        <translation>mit dem vergleichen, den der Eigentümer des Rechners angibt, und einmal annehmen: {}</translation>
    </message>
    <message>
        <source>{} has no program &apos;{}&apos;</source>
        <translation>{} hat kein Programm &apos;{}&apos;</translation>
    </message>
    <message>
        <source>install tunedesk there, or set its path: tunedesk --no-gui server add {} --program PATH</source>
        <translation>tunedesk dort installieren oder seinen Pfad setzen: tunedesk --no-gui server add {} --program PFAD</translation>
    </message>
    <message>
        <source>install an ssh client (openssh-client)</source>
        <translation>einen ssh-Client installieren (openssh-client)</translation>
    </message>
    <message>
        <source>program &apos;{}&apos; on {} is not tunedesk</source>
        <translation>das Programm &apos;{}&apos; auf {} ist nicht tunedesk</translation>
    </message>
    <message>
        <source>set its path: tunedesk --no-gui server add {} --program PATH</source>
        <translation>seinen Pfad setzen: tunedesk --no-gui server add {} --program PFAD</translation>
    </message>
    <message>
        <source>{} has not answered within {} seconds</source>
        <translation>{} hat innerhalb von {} Sekunden nicht geantwortet</translation>
    </message>
    <message>
        <source>invalid answer from {}: {}</source>
        <translation>ungültige Antwort von {}: {}</translation>
    </message>
    <message>
        <source>try: ssh {} {} --version</source>
        <translation>versuchen: ssh {} {} --version</translation>
    </message>
    <message>
        <source>unexpected output from tunedesk on {}</source>
        <translation>unerwartete Ausgabe von tunedesk auf {}</translation>
    </message>
    <message>
        <source>check what its login scripts print: ssh {} true</source>
        <translation>prüfen, was die Anmeldeskripte dort ausgeben: ssh {} true</translation>
    </message>
    <message>
        <source>invalid line from tunedesk attach: {}</source>
        <translation>ungültige Zeile von tunedesk attach: {}</translation>
    </message>
    <message>
        <source>invalid line about files: {}</source>
        <translation>ungültige Zeile über Dateien: {}</translation>
    </message>
    <message>
        <source>status.json is damaged: {}</source>
        <translation>status.json ist beschädigt: {}</translation>
    </message>
    <message>
        <source>invalid line from tunedesk list: {}</source>
        <translation>ungültige Zeile von tunedesk list: {}</translation>
    </message>
    <message>
        <source>the run was started, but its folder was not reported</source>
        <translation>der Lauf wurde gestartet, aber sein Ordner nicht gemeldet</translation>
    </message>
    <message>
        <source>tunedesk --no-gui list --host {}</source>
        <translation>tunedesk --no-gui list --host {}</translation>
    </message>
    <message>
        <source>the run has no supervisor and reported no result</source>
        <translation>der Lauf hat keinen Supervisor und meldete kein Ergebnis</translation>
    </message>
    <message>
        <source>tunedesk --no-gui resume {} --host {}</source>
        <translation>tunedesk --no-gui resume {} --host {}</translation>
    </message>
    <message>
        <source>invalid answer from the detached supervisor: {}</source>
        <translation>ungültige Antwort des losgelösten Supervisors: {}</translation>
    </message>
    <message>
        <source>the peer of the socket belongs to user {}, not {}</source>
        <translation>die Gegenseite des Sockets gehört Benutzer {}, nicht {}</translation>
    </message>
    <message>
        <source>install tunedesk-worker beside tunedesk</source>
        <translation>tunedesk-worker neben tunedesk installieren</translation>
    </message>
    <message>
        <source>client sends requests without reading replies</source>
        <translation>der Client sendet Anfragen, ohne Antworten zu lesen</translation>
    </message>
    <message>
        <source>the detached supervisor exited without reporting a result</source>
        <translation>der losgelöste Supervisor endete, ohne ein Ergebnis zu melden</translation>
    </message>
    <message>
        <source>see {}</source>
        <translation>{} ansehen</translation>
    </message>
    <message>
        <source>unexpected failure: {}</source>
        <translation>unerwarteter Fehlschlag: {}</translation>
    </message>
    <message>
        <source>see the rank&apos;s log</source>
        <translation>das Log des Rangs ansehen</translation>
    </message>
    <message>
        <source>invalid request: {}</source>
        <translation>ungültige Anfrage: {}</translation>
    </message>
    <message>
        <source>no rank has made progress for {} s; the most likely cause is rank {}</source>
        <translation>kein Rang kam {} s lang voran; die wahrscheinlichste Ursache ist Rang {}</translation>
    </message>
    <message>
        <source>see the ranks&apos; logs; supervision.rank_timeout_seconds sets the limit, supervision.disk_timeout_seconds that for the disk</source>
        <translation>die Logs der Ränge ansehen; supervision.rank_timeout_seconds setzt die Grenze, supervision.disk_timeout_seconds die für die Platte</translation>
    </message>
    <message>
        <source>rank {} on host {} ended without a report; its connection was closed</source>
        <translation>Rang {} auf Host {} endete ohne Bericht; seine Verbindung wurde geschlossen</translation>
    </message>
    <message>
        <source>see its log {} and the system log of that host</source>
        <translation>sein Log {} und das Systemlog jenes Hosts ansehen</translation>
    </message>
    <message>
        <source>cannot reach the hub: {}</source>
        <translation>kann den Hub nicht erreichen: {}</translation>
    </message>
    <message>
        <source>check the network and HF_ENDPOINT; a download continues where it stopped</source>
        <translation>das Netz und HF_ENDPOINT prüfen; ein Download fährt fort, wo er stehen blieb</translation>
    </message>
    <message>
        <source>invalid answer from the hub: {}</source>
        <translation>ungültige Antwort des Hubs: {}</translation>
    </message>
    <message>
        <source>the hub refused the request: {}</source>
        <translation>der Hub hat die Anfrage abgelehnt: {}</translation>
    </message>
    <message>
        <source>try again later</source>
        <translation>später erneut versuchen</translation>
    </message>
    <message>
        <source>the hub redirects to an address that is not followed: {}</source>
        <translation>der Hub leitet zu einer Adresse um, der nicht gefolgt wird: {}</translation>
    </message>
    <message>
        <source>check HF_ENDPOINT; only redirects to https addresses are followed</source>
        <translation>HF_ENDPOINT prüfen; Umleitungen wird nur zu https-Adressen gefolgt</translation>
    </message>
    <message>
        <source>the hub sent {} bytes in {} s</source>
        <translation>der Hub sandte {} Byte in {} s</translation>
    </message>
    <message>
        <source>try again later; a download continues where it stopped</source>
        <translation>später erneut versuchen; ein Download fährt fort, wo er stehen blieb</translation>
    </message>
    <message>
        <source>the ranks could not connect to each other: {}</source>
        <translation>die Ränge konnten sich nicht miteinander verbinden: {}</translation>
    </message>
    <message>
        <source>check that all ranks start, with the same MASTER_ADDR and MASTER_PORT</source>
        <translation>prüfen, ob alle Ränge starten, mit demselben MASTER_ADDR und MASTER_PORT</translation>
    </message>
    <message>
        <source>see the logs of the other ranks</source>
        <translation>die Logs der anderen Ränge ansehen</translation>
    </message>
    <message>
        <source>the ranks disagree: steps {} to {}, updates {} to {}, collectives {}</source>
        <translation>die Ränge sind uneins: Schritte {} bis {}, Aktualisierungen {} bis {}, Collectives {}</translation>
    </message>
    <message>
        <source>resume from the last checkpoint</source>
        <translation>ab dem letzten Checkpoint wiederaufnehmen</translation>
    </message>
    <message>
        <source>the ranks called different collectives</source>
        <translation>die Ränge riefen verschiedene Collectives auf</translation>
    </message>
    <message>
        <source>resume from the last checkpoint; logs/collectives.log lists the calls</source>
        <translation>ab dem letzten Checkpoint wiederaufnehmen; logs/collectives.log listet die Aufrufe</translation>
    </message>
    <message>
        <source>these ranks did not join the rendezvous within {} s: {}</source>
        <translation>diese Ränge sind nicht innerhalb von {} s dem Rendezvous beigetreten: {}</translation>
    </message>
    <message>
        <source>check that they start, and that {} can be reached from their nodes</source>
        <translation>prüfen, ob sie starten und ob {} von ihren Knoten erreichbar ist</translation>
    </message>
    <message>
        <source>the rendezvous received bytes that are not a valid message</source>
        <translation>das Rendezvous empfing Bytes, die keine gültige Nachricht sind</translation>
    </message>
    <message>
        <source>cannot restrict a socket of the collectives to this user: {}</source>
        <translation>kann einen Socket der Collectives nicht auf diesen Benutzer beschränken: {}</translation>
    </message>
    <message>
        <source>the ranks {} are not evenly spaced</source>
        <translation>die Ränge {} haben keine gleichen Abstände</translation>
    </message>
    <message>
        <source>rank {} is missing in the split &quot;{}&quot;</source>
        <translation>Rang {} fehlt im Split &quot;{}&quot;</translation>
    </message>
    <message>
        <source>rendezvous request has no key</source>
        <translation>eine Rendezvous-Anfrage hat keinen Schlüssel</translation>
    </message>
    <message>
        <source>unknown rendezvous request</source>
        <translation>unbekannte Rendezvous-Anfrage</translation>
    </message>
    <message>
        <source>cannot read the token cache: {}</source>
        <translation>kann den Token-Cache nicht lesen: {}</translation>
    </message>
    <message>
        <source>cannot {}: {}</source>
        <translation>nicht möglich: {}: {}</translation>
    </message>
    <message>
        <source>free some space or choose another folder</source>
        <translation>Platz schaffen oder einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>folder does not belong to this user</source>
        <translation>der Ordner gehört nicht diesem Benutzer</translation>
    </message>
    <message>
        <source>remove it, or set XDG_RUNTIME_DIR</source>
        <translation>entfernen oder XDG_RUNTIME_DIR setzen</translation>
    </message>
    <message>
        <source>cannot open the file for writing: {}</source>
        <translation>kann die Datei nicht zum Schreiben öffnen: {}</translation>
    </message>
    <message>
        <source>choose a run folder that can be written</source>
        <translation>einen beschreibbaren Ordner für den Lauf wählen</translation>
    </message>
    <message>
        <source>cannot read the journal: {}</source>
        <translation>kann das Journal nicht lesen: {}</translation>
    </message>
    <message>
        <source>cannot flush the folder: {}</source>
        <translation>kann den Ordner nicht auf die Platte schreiben: {}</translation>
    </message>
    <message>
        <source>the corrected table would replace the source</source>
        <translation>die korrigierte Tabelle würde die Quelle ersetzen</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>einen anderen Ordner wählen</translation>
    </message>
    <message>
        <source>cannot create the folder: {}</source>
        <translation>kann den Ordner nicht anlegen: {}</translation>
    </message>
    <message>
        <source>cannot copy the weights: {}</source>
        <translation>kann die Gewichte nicht kopieren: {}</translation>
    </message>
    <message>
        <source>not an empty folder</source>
        <translation>kein leerer Ordner</translation>
    </message>
    <message>
        <source>choose a new or an empty folder</source>
        <translation>einen neuen oder leeren Ordner wählen</translation>
    </message>
    <message>
        <source>cannot write to the run folder: {}</source>
        <translation>kann nicht in den Ordner des Laufs schreiben: {}</translation>
    </message>
    <message>
        <source>choose a writable folder with --run-dir</source>
        <translation>mit --run-dir einen beschreibbaren Ordner wählen</translation>
    </message>
    <message>
        <source>cannot get random bytes: {}</source>
        <translation>kann keine Zufallsbytes bekommen: {}</translation>
    </message>
    <message>
        <source>{} will need about {} for checkpoints and models; {} are free</source>
        <translation>{} wird etwa {} für Checkpoints und Modelle brauchen; {} sind frei</translation>
    </message>
    <message>
        <source>free some space, lower checkpoint.keep, or choose another --run-dir</source>
        <translation>Platz schaffen, checkpoint.keep senken oder ein anderes --run-dir wählen</translation>
    </message>
    <message>
        <source>cannot move the folder to the trash: there is none, and none can be created in {}</source>
        <translation>kann den Ordner nicht in den Papierkorb verschieben: Es gibt keinen, und in {} kann keiner angelegt werden</translation>
    </message>
    <message>
        <source>rm -r {}</source>
        <translation>rm -r {}</translation>
    </message>
    <message>
        <source>cannot remove the checkpoints: {}</source>
        <translation>kann die Checkpoints nicht entfernen: {}</translation>
    </message>
    <message>
        <source>tunedesk-gui could not plot: {}</source>
        <translation>tunedesk-gui konnte nicht zeichnen: {}</translation>
    </message>
    <message>
        <source>QT_QPA_PLATFORM=offscreen tunedesk-gui --plot {}</source>
        <translation>QT_QPA_PLATFORM=offscreen tunedesk-gui --plot {}</translation>
    </message>
    <message>
        <source>folder is accessible to other users (mode must be 0700)</source>
        <translation>der Ordner ist für andere Benutzer zugänglich (der Modus muss 0700 sein)</translation>
    </message>
    <message>
        <source>run chmod 700 on it</source>
        <translation>chmod 700 darauf ausführen</translation>
    </message>
    <message>
        <source>cannot create a temporary folder</source>
        <translation>kann keinen temporären Ordner anlegen</translation>
    </message>
    <message>
        <source>free some space</source>
        <translation>Platz schaffen</translation>
    </message>
    <message>
        <source>the run folder was removed, renamed or replaced during the run</source>
        <translation>der Ordner des Laufs wurde während des Laufs entfernt, umbenannt oder ersetzt</translation>
    </message>
    <message>
        <source>restore it under this name and resume, or start the run again</source>
        <translation>unter diesem Namen wiederherstellen und wiederaufnehmen, oder den Lauf erneut starten</translation>
    </message>
    <message>
        <source>cannot examine the run folder: {}</source>
        <translation>kann den Ordner des Laufs nicht untersuchen: {}</translation>
    </message>
    <message>
        <source>a confusion matrix of {} classes has {} cells</source>
        <translation>eine Konfusionsmatrix mit {} Klassen hat {} Zellen</translation>
    </message>
    <message>
        <source>cannot write a temporary file: {}</source>
        <translation>kann keine temporäre Datei schreiben: {}</translation>
    </message>
    <message>
        <source>cannot write all of the output</source>
        <translation>kann nicht die ganze Ausgabe schreiben</translation>
    </message>
    <message>
        <source>free some space and repeat the command</source>
        <translation>Platz schaffen und den Befehl wiederholen</translation>
    </message>
    <message>
        <source>cannot read the TensorBoard file: {}</source>
        <translation>kann die TensorBoard-Datei nicht lesen: {}</translation>
    </message>
    <message>
        <source>journal is damaged: no sequence number is left for another event</source>
        <translation>das Journal ist beschädigt: Keine Folgenummer bleibt für ein weiteres Ereignis</translation>
    </message>
    <message>
        <source>move the file away; the run starts a new one</source>
        <translation>die Datei wegschieben; der Lauf beginnt eine neue</translation>
    </message>
    <message>
        <source>cannot read the written file back: {}</source>
        <translation>kann die geschriebene Datei nicht zurücklesen: {}</translation>
    </message>
    <message>
        <source>cannot truncate the incomplete last line: {}</source>
        <translation>kann die unvollständige letzte Zeile nicht abschneiden: {}</translation>
    </message>
    <message>
        <source>cannot create an event descriptor: {}</source>
        <translation>kann keinen Ereignisdeskriptor anlegen: {}</translation>
    </message>
    <message>
        <source>cannot remove the file: {}</source>
        <translation>kann die Datei nicht entfernen: {}</translation>
    </message>
    <message>
        <source>cannot create a pipe: {}</source>
        <translation>kann keine Pipe anlegen: {}</translation>
    </message>
    <message>
        <source>cannot start a process: {}</source>
        <translation>kann keinen Prozess starten: {}</translation>
    </message>
    <message>
        <source>cannot move the folder to the trash</source>
        <translation>kann den Ordner nicht in den Papierkorb verschieben</translation>
    </message>
    <message>
        <source>cannot write the rank&apos;s log: {}</source>
        <translation>kann das Log des Rangs nicht schreiben: {}</translation>
    </message>
    <message>
        <source>remove the file or folder of that name, or choose another --run-dir</source>
        <translation>die Datei oder den Ordner dieses Namens entfernen oder ein anderes --run-dir wählen</translation>
    </message>
    <message>
        <source>no memory for {} of data: {}</source>
        <translation>kein Speicher für {} Daten: {}</translation>
    </message>
    <message>
        <source>cannot pack {}: {}</source>
        <translation>kann {} nicht packen: {}</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>kein Speicher mehr</translation>
    </message>
    <message>
        <source>lower training.per_device_train_batch_size and raise gradient_accumulation_steps as much (the same batch in smaller parts), set memory.activation_checkpointing, lower data.max_length, or train fewer layers (model.train: last_layers); then resume with --allow-change</source>
        <translation>training.per_device_train_batch_size senken und gradient_accumulation_steps ebenso erhöhen (derselbe Batch in kleineren Teilen), memory.activation_checkpointing setzen, data.max_length senken oder weniger Schichten trainieren (model.train: last_layers); dann mit --allow-change wiederaufnehmen</translation>
    </message>
    <message>
        <source>the GPU is out of memory: {}</source>
        <translation>der GPU fehlt Speicher: {}</translation>
    </message>
    <message>
        <source>the system ended the trial because memory ran out</source>
        <translation>das System beendete den Versuch, weil der Speicher ausging</translation>
    </message>
    <message>
        <source>lower training.per_device_train_batch_size and raise gradient_accumulation_steps as much, lower data.max_length, or set memory.activation_checkpointing</source>
        <translation>training.per_device_train_batch_size senken und gradient_accumulation_steps ebenso erhöhen, data.max_length senken oder memory.activation_checkpointing setzen</translation>
    </message>
    <message>
        <source>not even one sample fits into {}</source>
        <translation>nicht einmal ein Beispiel passt in {}</translation>
    </message>
    <message>
        <source>lower data.max_length, set memory.activation_checkpointing, or train fewer layers</source>
        <translation>data.max_length senken, memory.activation_checkpointing setzen oder weniger Schichten trainieren</translation>
    </message>
    <message>
        <source>none of the layouts tried fits into {}</source>
        <translation>keine der versuchten Aufteilungen passt in {}</translation>
    </message>
    <message>
        <source>lower data.max_length, or allow more memory with --limit</source>
        <translation>data.max_length senken oder mit --limit mehr Speicher erlauben</translation>
    </message>
    <message>
        <source>cannot save a checkpoint before stopping, after {} tries: {}</source>
        <translation>kann vor dem Stoppen keinen Checkpoint speichern, nach {} Versuchen: {}</translation>
    </message>
    <message>
        <source>free some space and resume</source>
        <translation>Platz schaffen und wiederaufnehmen</translation>
    </message>
    <message>
        <source>cannot move the best model into best/: {}; it is kept in {}</source>
        <translation>kann das beste Modell nicht nach best/ verschieben: {}; es bleibt in {}</translation>
    </message>
    <message>
        <source>the best model, of step {} with {} {}, could not be saved; best/ is of step {}</source>
        <translation>das beste Modell, von Schritt {} mit {} {}, konnte nicht gespeichert werden; best/ ist von Schritt {}</translation>
    </message>
    <message>
        <source>check the disk&apos;s space and errors, and run again to get it</source>
        <translation>Platz und Fehler der Platte prüfen und erneut laufen lassen, um es zu bekommen</translation>
    </message>
    <message>
        <source>the run folder was deleted during the run</source>
        <translation>der Ordner des Laufs wurde während des Laufs gelöscht</translation>
    </message>
    <message>
        <source>run again, and keep the folder</source>
        <translation>erneut laufen lassen und den Ordner behalten</translation>
    </message>
    <message>
        <source>the best model&apos;s weights were lost with the process that held them</source>
        <translation>die Gewichte des besten Modells gingen mit dem Prozess verloren, der sie hielt</translation>
    </message>
    <message>
        <source>run again to get them</source>
        <translation>erneut laufen lassen, um sie zu bekommen</translation>
    </message>
    <message>
        <source>the best model, of step {} with {} {}, could not be saved; the final model is tested</source>
        <translation>das beste Modell, von Schritt {} mit {} {}, konnte nicht gespeichert werden; das letzte Modell wird getestet</translation>
    </message>
    <message>
        <source>the run folder was renamed during the run</source>
        <translation>der Ordner des Laufs wurde während des Laufs umbenannt</translation>
    </message>
    <message>
        <source>rename it back, and resume</source>
        <translation>zurückbenennen und wiederaufnehmen</translation>
    </message>
    <message>
        <source>cannot load GPU support: {}</source>
        <translation>kann die GPU-Unterstützung nicht laden: {}</translation>
    </message>
    <message>
        <source>build again, or set parallel.devices: cpu</source>
        <translation>erneut bauen oder parallel.devices: cpu setzen</translation>
    </message>
    <message>
        <source>no GPU was found</source>
        <translation>keine GPU gefunden</translation>
    </message>
    <message>
        <source>check the driver with nvidia-smi, or set parallel.devices: cpu</source>
        <translation>den Treiber mit nvidia-smi prüfen oder parallel.devices: cpu setzen</translation>
    </message>
    <message>
        <source>NCCL cannot be used: {}</source>
        <translation>NCCL ist nicht verwendbar: {}</translation>
    </message>
    <message>
        <source>set parallel.backend: gloo, or parallel.devices: cpu</source>
        <translation>parallel.backend: gloo oder parallel.devices: cpu setzen</translation>
    </message>
    <message>
        <source>cannot load GPU support: it was built for another version of the worker</source>
        <translation>kann die GPU-Unterstützung nicht laden: Sie wurde für eine andere Version des Workers gebaut</translation>
    </message>
    <message>
        <source>this build has no GPU support: its library is missing</source>
        <translation>dieser Build hat keine GPU-Unterstützung: Ihre Bibliothek fehlt</translation>
    </message>
    <message>
        <source>run packaging/setup.sh --cuda and build again, or set parallel.devices: cpu</source>
        <translation>packaging/setup.sh --cuda ausführen und erneut bauen, oder parallel.devices: cpu setzen</translation>
    </message>
    <message>
        <source>there is no GPU for rank {}: CUDA shows {}</source>
        <translation>es gibt keine GPU für Rang {}: CUDA zeigt {}</translation>
    </message>
    <message>
        <source>lower parallel.processes, or name GPUs that exist</source>
        <translation>parallel.processes senken oder vorhandene GPUs nennen</translation>
    </message>
    <message>
        <source>there is no NVIDIA GPU to check: no driver answers</source>
        <translation>es gibt keine NVIDIA-GPU zu prüfen: Kein Treiber antwortet</translation>
    </message>
    <message>
        <source>see nvidia-smi</source>
        <translation>siehe nvidia-smi</translation>
    </message>
    <message>
        <source>{} did not pass: {}</source>
        <translation>{} hat nicht bestanden: {}</translation>
    </message>
    <message>
        <source>`tunedesk device check --report FILE` writes a file for an issue</source>
        <translation>`tunedesk device check --report DATEI` schreibt eine Datei für eine Fehlermeldung</translation>
    </message>
    <message>
        <source>there is no GPU to check: none answers, or CUDA_VISIBLE_DEVICES hides them</source>
        <translation>es gibt keine GPU zu prüfen: Keine antwortet, oder CUDA_VISIBLE_DEVICES verbirgt sie</translation>
    </message>
    <message>
        <source>tunedesk device lists them</source>
        <translation>tunedesk device listet sie</translation>
    </message>
    <message>
        <source>not a valid device check: {}</source>
        <translation>keine gültige Geräteprüfung: {}</translation>
    </message>
    <message>
        <source>run `tunedesk device check`</source>
        <translation>`tunedesk device check` ausführen</translation>
    </message>
    <message>
        <source>attach the report to an issue</source>
        <translation>den Bericht einer Fehlermeldung beilegen</translation>
    </message>
    <message>
        <source>cannot write the rendezvous secret: {}</source>
        <translation>kann das Rendezvous-Geheimnis nicht schreiben: {}</translation>
    </message>
    <message>
        <source>ranks on several nodes need a run folder that all of them can write to</source>
        <translation>Ränge auf mehreren Knoten brauchen einen Ordner, in den alle schreiben können</translation>
    </message>
    <message>
        <source>stopped on request</source>
        <translation>auf Verlangen gestoppt</translation>
    </message>
    <message>
        <source>ended at once by signal {}</source>
        <translation>durch Signal {} sofort beendet</translation>
    </message>
    <message>
        <source>download cancelled</source>
        <translation>Download abgebrochen</translation>
    </message>
    <message>
        <source>tunedesk model get continues it</source>
        <translation>tunedesk model get setzt ihn fort</translation>
    </message>
    <message>
        <source>ended at once by signal {}; the supervisor&apos;s event loop did not run</source>
        <translation>durch Signal {} sofort beendet; die Ereignisschleife des Supervisors lief nicht</translation>
    </message>
    <message>
        <source>{}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>unknown argument</source>
        <translation>unbekanntes Argument</translation>
    </message>
    <message>
        <source>use: tunedesk-worker RUN [--preset P]</source>
        <translation>so verwenden: tunedesk-worker RUN [--preset P]</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a command or a preset file</source>
        <translation>&apos;{}&apos; ist weder ein Befehl noch eine Presetdatei</translation>
    </message>
    <message>
        <source>see tunedesk --help</source>
        <translation>siehe tunedesk --help</translation>
    </message>
    <message>
        <source>--no-gui needs a command</source>
        <translation>--no-gui braucht einen Befehl</translation>
    </message>
    <message>
        <source>there is no display for the window</source>
        <translation>es gibt keine Anzeige für das Fenster</translation>
    </message>
    <message>
        <source>use the command line: tunedesk --no-gui --help</source>
        <translation>die Befehlszeile verwenden: tunedesk --no-gui --help</translation>
    </message>
    <message>
        <source>the window (tunedesk-gui) is not installed</source>
        <translation>das Fenster (tunedesk-gui) ist nicht installiert</translation>
    </message>
    <message>
        <source>there is no display for the window (DISPLAY and WAYLAND_DISPLAY are not set)</source>
        <translation>es gibt keine Anzeige für das Fenster (DISPLAY und WAYLAND_DISPLAY sind nicht gesetzt)</translation>
    </message>
    <message>
        <source>cannot start the window: {}</source>
        <translation>kann das Fenster nicht starten: {}</translation>
    </message>
    <message>
        <source>folder is not a run folder, and a run would replace its {}</source>
        <translation>der Ordner ist kein Ordner eines Laufs, und ein Lauf würde darin {} ersetzen</translation>
    </message>
    <message>
        <source>choose another --run-dir</source>
        <translation>ein anderes --run-dir wählen</translation>
    </message>
    <message>
        <source>folder already has a run</source>
        <translation>der Ordner hat bereits einen Lauf</translation>
    </message>
    <message>
        <source>choose another --run-dir, or: tunedesk --no-gui resume {}</source>
        <translation>ein anderes --run-dir wählen, oder: tunedesk --no-gui resume {}</translation>
    </message>
    <message>
        <source>not a run folder: preset.yaml is missing</source>
        <translation>kein Ordner eines Laufs: preset.yaml fehlt</translation>
    </message>
    <message>
        <source>list the runs: tunedesk --no-gui list</source>
        <translation>die Läufe zeigen: tunedesk --no-gui list</translation>
    </message>
    <message>
        <source>file already exists</source>
        <translation>die Datei gibt es schon</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>--plot-comparison takes a folder and runs</source>
        <translation>--plot-comparison nimmt einen Ordner und Läufe</translation>
    </message>
    <message>
        <source>use: tunedesk-gui --plot-comparison DIR RUN...</source>
        <translation>so verwenden: tunedesk-gui --plot-comparison DIR RUN...</translation>
    </message>
    <message>
        <source>the run has nothing to plot yet: no logged step, no test</source>
        <translation>der Lauf hat noch nichts zu zeichnen: kein protokollierter Schritt, kein Test</translation>
    </message>
    <message>
        <source>tunedesk --no-gui report {}</source>
        <translation>tunedesk --no-gui report {}</translation>
    </message>
    <message>
        <source>plotting needs the window&apos;s program (tunedesk-gui), which is not installed</source>
        <translation>Zeichnen braucht das Programm des Fensters (tunedesk-gui), das nicht installiert ist</translation>
    </message>
    <message>
        <source>install the package tunedesk, or build with -DTUNEDESK_GUI=ON</source>
        <translation>das Paket tunedesk installieren oder mit -DTUNEDESK_GUI=ON bauen</translation>
    </message>
    <message>
        <source>--plot takes a run folder</source>
        <translation>--plot nimmt den Ordner eines Laufs</translation>
    </message>
    <message>
        <source>use: tunedesk-gui --plot RUN [--out DIR]</source>
        <translation>so verwenden: tunedesk-gui --plot RUN [--out DIR]</translation>
    </message>
    <message>
        <source>no run has anything to plot yet</source>
        <translation>kein Lauf hat schon etwas zu zeichnen</translation>
    </message>
    <message>
        <source>run folder is missing</source>
        <translation>der Ordner des Laufs fehlt</translation>
    </message>
    <message>
        <source>unknown comparison</source>
        <translation>unbekannter Vergleich</translation>
    </message>
    <message>
        <source>--probe takes libraries, or device and a folder</source>
        <translation>--probe verlangt libraries, oder device und einen Ordner</translation>
    </message>
    <message>
        <source>--try takes memory or learning-rate, and a folder</source>
        <translation>--try verlangt memory oder learning-rate, und einen Ordner</translation>
    </message>
    <message>
        <source>not a valid number</source>
        <translation>keine gültige Zahl</translation>
    </message>
    <message>
        <source>run folder does not exist</source>
        <translation>den Ordner des Laufs gibt es nicht</translation>
    </message>
    <message>
        <source>list the runs: tunedesk list</source>
        <translation>die Läufe zeigen: tunedesk list</translation>
    </message>
    <message>
        <source>cannot read the record of a run: {}</source>
        <translation>kann den Eintrag eines Laufs nicht lesen: {}</translation>
    </message>
    <message>
        <source>cannot read the run&apos;s notes: {}</source>
        <translation>kann die Notizen des Laufs nicht lesen: {}</translation>
    </message>
    <message>
        <source>no runs were queued under this name</source>
        <translation>keine Läufe wurden unter diesem Namen eingereiht</translation>
    </message>
    <message>
        <source>tunedesk --no-gui list --json</source>
        <translation>tunedesk --no-gui list --json</translation>
    </message>
    <message>
        <source>there is only one run to compare</source>
        <translation>es gibt nur einen Lauf zu vergleichen</translation>
    </message>
    <message>
        <source>name two runs, or --group NAME</source>
        <translation>zwei Läufe nennen, oder --group NAME</translation>
    </message>
    <message>
        <source>{} is not in PATH</source>
        <translation>{} ist nicht im PATH</translation>
    </message>
    <message>
        <source>run this on a machine with SLURM&apos;s commands; without SLURM use tunedesk --no-gui run</source>
        <translation>dort aufrufen, wo SLURMs Befehle installiert sind; ohne SLURM tunedesk --no-gui run verwenden</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a valid SLURM value for {}</source>
        <translation>&quot;{}&quot; ist kein Wert, den SLURM für {} annimmt</translation>
    </message>
    <message>
        <source>one of several tasks cannot be detached: its launcher ends with it</source>
        <translation>einer von mehreren Prozessen kann nicht losgelöst werden: Sein Starter endet mit ihm</translation>
    </message>
    <message>
        <source>leave --detach out; tunedesk --no-gui submit returns at once</source>
        <translation>--detach weglassen; tunedesk --no-gui submit kehrt sofort zurück</translation>
    </message>
    <message>
        <source>the {} tasks of this launcher need one run folder</source>
        <translation>die {} Prozesse dieses Starters brauchen einen Ordner</translation>
    </message>
    <message>
        <source>add --run-dir DIR, on a file system that all nodes mount</source>
        <translation>--run-dir DIR hinzufügen, auf einem Dateisystem, das alle Knoten einbinden</translation>
    </message>
    <message>
        <source>settings file is invalid: {}</source>
        <translation>die Einstellungsdatei ist ungültig: {}</translation>
    </message>
    <message>
        <source>the keys of a settings file are cpu_slots, gpu_free, notify_command, notify_url and servers</source>
        <translation>die Schlüssel einer Einstellungsdatei sind cpu_slots, gpu_free, notify_command, notify_url und servers</translation>
    </message>
    <message>
        <source>the predictions would replace the file of the texts</source>
        <translation>die Vorhersagen würden die Datei der Texte ersetzen</translation>
    </message>
    <message>
        <source>give --out another name</source>
        <translation>--out einen anderen Namen geben</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a valid machine name</source>
        <translation>&apos;{}&apos; ist kein gültiger Rechnername</translation>
    </message>
    <message>
        <source>use an SSH destination: a host of ~/.ssh/config, or USER@HOST</source>
        <translation>ein SSH-Ziel verwenden: einen Host aus ~/.ssh/config, oder BENUTZER@HOST</translation>
    </message>
    <message>
        <source>cannot change the servers in the settings file: they are not one per line</source>
        <translation>kann die Server in der Einstellungsdatei nicht ändern: Sie stehen nicht einzeln auf Zeilen</translation>
    </message>
    <message>
        <source>write them one per line: NAME: {program: PATH, folder: DIR}</source>
        <translation>einzeln auf Zeilen schreiben: NAME: {program: PFAD, folder: ORDNER}</translation>
    </message>
    <message>
        <source>there is no server &apos;{}&apos;</source>
        <translation>es gibt keinen Server &apos;{}&apos;</translation>
    </message>
    <message>
        <source>list the servers: tunedesk --no-gui server list</source>
        <translation>die Server zeigen: tunedesk --no-gui server list</translation>
    </message>
    <message>
        <source>cannot read the settings file: {}</source>
        <translation>kann die Einstellungsdatei nicht lesen: {}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a run folder on {}</source>
        <translation>&apos;{}&apos; ist kein Ordner eines Laufs auf {}</translation>
    </message>
    <message>
        <source>use the absolute path that the list of its runs shows</source>
        <translation>den absoluten Pfad aus der Liste der dortigen Läufe verwenden</translation>
    </message>
    <message>
        <source>preset on the standard input exceeds 1 MiB</source>
        <translation>das Preset an der Standardeingabe übersteigt 1 MiB</translation>
    </message>
    <message>
        <source>--from must be below --to</source>
        <translation>--from muss unter --to liegen</translation>
    </message>
    <message>
        <source>see tunedesk lr-range --help</source>
        <translation>siehe tunedesk lr-range --help</translation>
    </message>
    <message>
        <source>training.max_tokens_per_batch sets the batch size in tokens instead of samples</source>
        <translation>training.max_tokens_per_batch bestimmt die Batch-Größe in Token statt in Beispielen</translation>
    </message>
    <message>
        <source>add --set training.max_tokens_per_batch=0</source>
        <translation>--set training.max_tokens_per_batch=0 hinzufügen</translation>
    </message>
    <message>
        <source>GPU {} does not answer or may not be used</source>
        <translation>GPU {} antwortet nicht oder darf nicht verwendet werden</translation>
    </message>
    <message>
        <source>tunedesk device lists them; CUDA_VISIBLE_DEVICES may hide some</source>
        <translation>tunedesk device listet sie; CUDA_VISIBLE_DEVICES verbirgt vielleicht einige</translation>
    </message>
    <message>
        <source>invalid answer from tunedesk inspect: {}</source>
        <translation>ungültige Antwort von tunedesk inspect: {}</translation>
    </message>
    <message>
        <source>the process that reads the files ended early: {}</source>
        <translation>der Prozess, der die Dateien liest, endete zu früh: {}</translation>
    </message>
    <message>
        <source>run tunedesk --no-gui check PRESET for details</source>
        <translation>tunedesk --no-gui check PRESET nennt Einzelheiten</translation>
    </message>
    <message>
        <source>cannot write to the window: {}</source>
        <translation>kann nicht an das Fenster schreiben: {}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is ambiguous: {} or {}</source>
        <translation>&apos;{}&apos; ist mehrdeutig: {} oder {}</translation>
    </message>
    <message>
        <source>write the key with its section</source>
        <translation>den Schlüssel mit seinem Abschnitt schreiben</translation>
    </message>
    <message>
        <source>the key is swept twice</source>
        <translation>der Schlüssel wird zweimal durchlaufen</translation>
    </message>
    <message>
        <source>name it once, with all its values</source>
        <translation>einmal nennen, mit allen Werten</translation>
    </message>
    <message>
        <source>the time of a run cannot be estimated</source>
        <translation>die Zeit eines Laufs kann nicht geschätzt werden</translation>
    </message>
    <message>
        <source>folder has a run of another preset: {}</source>
        <translation>der Ordner hat einen Lauf eines anderen Presets: {}</translation>
    </message>
    <message>
        <source>choose another --out, or move the folder away</source>
        <translation>ein anderes --out wählen oder den Ordner wegschieben</translation>
    </message>
    <message>
        <source>recipe has no section `small`</source>
        <translation>das Rezept hat keinen Abschnitt `small`</translation>
    </message>
    <message>
        <source>leave out --small, or add a section `small`</source>
        <translation>--small weglassen oder einen Abschnitt `small` hinzufügen</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a recipe file or a recipe&apos;s name</source>
        <translation>&apos;{}&apos; ist weder eine Rezeptdatei noch der Name eines Rezepts</translation>
    </message>
    <message>
        <source>list the recipes: tunedesk recipe list</source>
        <translation>die Rezepte zeigen: tunedesk recipe list</translation>
    </message>
    <message>
        <source>run folder&apos;s name is not UTF-8</source>
        <translation>der Name des Ordners ist nicht UTF-8</translation>
    </message>
    <message>
        <source>there is no key &apos;{}&apos;</source>
        <translation>es gibt keinen Schlüssel &apos;{}&apos;</translation>
    </message>
    <message>
        <source>list the keys: tunedesk --no-gui preset keys</source>
        <translation>die Schlüssel zeigen: tunedesk --no-gui preset keys</translation>
    </message>
    <message>
        <source>did you mean {}?</source>
        <translation>gemeint: {}?</translation>
    </message>
    <message>
        <source>did you mean {}? tunedesk recipe list</source>
        <translation>gemeint: {}? tunedesk recipe list</translation>
    </message>
    <message>
        <source>see tunedesk {} --help</source>
        <translation>siehe tunedesk {} --help</translation>
    </message>
    <message>
        <source>run tunedesk --no-gui run {}</source>
        <translation>tunedesk --no-gui run {} ausführen</translation>
    </message>
    <message>
        <source>the process that reads the files ended early</source>
        <translation>der Prozess, der die Dateien liest, endete zu früh</translation>
    </message>
    <message>
        <source>seeds are given twice: as values and as a number</source>
        <translation>Seeds sind zweimal angegeben: als Werte und als Zahl</translation>
    </message>
    <message>
        <source>leave out one of them</source>
        <translation>eines davon weglassen</translation>
    </message>
    <message>
        <source>the sweep has {} runs; the limit is {}</source>
        <translation>der Sweep hat {} Läufe; das Limit ist {}</translation>
    </message>
    <message>
        <source>sweep fewer values</source>
        <translation>weniger Werte durchlaufen</translation>
    </message>
    <message>
        <source>two runs of the sweep would be the same</source>
        <translation>zwei Läufe des Sweeps wären gleich</translation>
    </message>
    <message>
        <source>leave out a value that is given twice</source>
        <translation>einen zweimal angegebenen Wert weglassen</translation>
    </message>
    <message>
        <source>&apos;{}&apos; has no key and values</source>
        <translation>&apos;{}&apos; hat nicht Schlüssel und Werte</translation>
    </message>
    <message>
        <source>write KEY=VALUE,VALUE, as learning_rate=1e-5,3e-5</source>
        <translation>SCHLÜSSEL=WERT,WERT schreiben, etwa learning_rate=1e-5,3e-5</translation>
    </message>
    <message>
        <source>{} has no values</source>
        <translation>{} hat keine Werte</translation>
    </message>
    <message>
        <source>saved corrections are damaged: {}</source>
        <translation>gespeicherte Korrekturen sind beschädigt: {}</translation>
    </message>
    <message>
        <source>this kernel cannot prevent a program from writing files</source>
        <translation>dieser Kernel kann ein Programm nicht am Schreiben von Dateien hindern</translation>
    </message>
    <message>
        <source>use Linux 5.13 or later with Landlock, or open the window without --read-only</source>
        <translation>Linux 5.13 oder neuer mit Landlock verwenden oder das Fenster ohne --read-only öffnen</translation>
    </message>
    <message>
        <source>correct the preset; `tunedesk preset keys` describes every key</source>
        <translation>das Preset korrigieren; `tunedesk preset keys` beschreibt jeden Schlüssel</translation>
    </message>
    <message>
        <source>cannot read the recipe: {}</source>
        <translation>kann das Rezept nicht lesen: {}</translation>
    </message>
    <message>
        <source>not TrainingArguments as JSON, accelerate&apos;s YAML or DeepSpeed&apos;s JSON</source>
        <translation>weder TrainingArguments als JSON noch das YAML von accelerate oder das JSON von DeepSpeed</translation>
    </message>
    <message>
        <source>provide one of the three; `tunedesk preset new` asks for the values instead</source>
        <translation>eines der drei angeben; `tunedesk preset new` fragt stattdessen nach den Werten</translation>
    </message>
    <message>
        <source>the input ended before the last question</source>
        <translation>die Eingabe endete vor der letzten Frage</translation>
    </message>
    <message>
        <source>tunedesk preset new --yes takes every proposal</source>
        <translation>tunedesk preset new --yes nimmt jeden Vorschlag an</translation>
    </message>
    <message>
        <source>cannot edit the preset: {}</source>
        <translation>kann das Preset nicht bearbeiten: {}</translation>
    </message>
    <message>
        <source>edit the text</source>
        <translation>den Text bearbeiten</translation>
    </message>
    <message>
        <source>open a preset&apos;s YAML file</source>
        <translation>die YAML-Datei eines Presets öffnen</translation>
    </message>
    <message>
        <source>cannot read the preset: {}</source>
        <translation>kann das Preset nicht lesen: {}</translation>
    </message>
    <message>
        <source>choose a preset or another tool&apos;s settings</source>
        <translation>ein Preset oder die Einstellungen eines anderen Werkzeugs wählen</translation>
    </message>
    <message>
        <source>invalid answer: {}</source>
        <translation>ungültige Antwort: {}</translation>
    </message>
    <message>
        <source>correct it, or write the preset by hand</source>
        <translation>korrigieren oder das Preset von Hand schreiben</translation>
    </message>
    <message>
        <source>the preset is not saved yet</source>
        <translation>das Preset ist noch nicht gespeichert</translation>
    </message>
    <message>
        <source>save it first</source>
        <translation>zuerst speichern</translation>
    </message>
    <message>
        <source>cannot read the settings to import: {}</source>
        <translation>kann die zu importierenden Einstellungen nicht lesen: {}</translation>
    </message>
    <message>
        <source>task {} is not supported in this version</source>
        <translation>die Aufgabe {} wird in dieser Version nicht unterstützt</translation>
    </message>
    <message>
        <source>choose another name, or add --force</source>
        <translation>einen anderen Namen wählen oder --force hinzufügen</translation>
    </message>
    <message>
        <source>see tunedesk preset new --help</source>
        <translation>siehe tunedesk preset new --help</translation>
    </message>
    <message>
        <source>file does not exist</source>
        <translation>die Datei gibt es nicht</translation>
    </message>
    <message>
        <source>name the file to import</source>
        <translation>die zu importierende Datei nennen</translation>
    </message>
    <message>
        <source>cannot read the draft: {}</source>
        <translation>kann den Entwurf nicht lesen: {}</translation>
    </message>
    <message>
        <source>bundle is refused: {}</source>
        <translation>das Bundle wird abgelehnt: {}</translation>
    </message>
    <message>
        <source>ask its sender for another export</source>
        <translation>den Absender um einen neuen Export bitten</translation>
    </message>
    <message>
        <source>folder is not empty</source>
        <translation>der Ordner ist nicht leer</translation>
    </message>
    <message>
        <source>cannot read a file of the model for the bundle: {}</source>
        <translation>kann eine Datei des Modells für das Bundle nicht lesen: {}</translation>
    </message>
    <message>
        <source>a source has the form KEY=WHERE, as in data.train=https://...</source>
        <translation>eine Quelle hat die Form SCHLÜSSEL=WO, etwa data.train=https://...</translation>
    </message>
    <message>
        <source>write ORG/NAME or ORG/NAME@REVISION, as in distilbert/distilbert-base-uncased; tunedesk model search finds names</source>
        <translation>ORG/NAME oder ORG/NAME@REVISION schreiben, etwa distilbert/distilbert-base-uncased; tunedesk model search findet Namen</translation>
    </message>
    <message>
        <source>{} has an invalid value: {}</source>
        <translation>{} hat einen ungültigen Wert: {}</translation>
    </message>
    <message>
        <source>HF_ENDPOINT must be an https address, or http on the loopback interface; HF_TOKEN must contain only printable characters</source>
        <translation>HF_ENDPOINT muss eine https-Adresse sein, oder http an der Loopback-Schnittstelle; HF_TOKEN darf nur druckbare Zeichen enthalten</translation>
    </message>
    <message>
        <source>{} ranks would share the cores of this machine: {}</source>
        <translation>{} Ränge würden sich die Kerne dieses Rechners teilen: {}</translation>
    </message>
    <message>
        <source>lower parallel.processes, or set parallel.oversubscribe: true</source>
        <translation>parallel.processes senken oder parallel.oversubscribe: true setzen</translation>
    </message>
    <message>
        <source>{} ranks need at least {} each; {} of memory are available</source>
        <translation>{} Ränge brauchen mindestens je {}; {} Speicher sind verfügbar</translation>
    </message>
    <message>
        <source>{} ranks with batches of {} cannot reach exactly the {} samples per step of {} ranks</source>
        <translation>{} Ränge mit Batches von {} können die {} Beispiele nicht ergeben, die ein Schritt mit {} Rängen hatte</translation>
    </message>
    <message>
        <source>choose the batch: add --set training.gradient_accumulation_steps=N or --set training.per_device_train_batch_size=N to resume, or give a worker without a supervisor a preset with it</source>
        <translation>den Batch wählen: beim Wiederaufnehmen --set training.gradient_accumulation_steps=N oder --set training.per_device_train_batch_size=N hinzufügen, oder einem Worker ohne Supervisor ein Preset damit geben</translation>
    </message>
    <message>
        <source>{} ranks with batches of {} tokens cannot reach exactly the {} tokens per step of {} ranks</source>
        <translation>{} Ränge mit Batches von {} Token können die {} Token nicht ergeben, die ein Schritt mit {} Rängen hatte</translation>
    </message>
    <message>
        <source>choose the batch: add --set training.gradient_accumulation_steps=N or --set training.max_tokens_per_batch=N to resume, or give a worker without a supervisor a preset with it</source>
        <translation>den Batch wählen: beim Wiederaufnehmen --set training.gradient_accumulation_steps=N oder --set training.max_tokens_per_batch=N hinzufügen, oder einem Worker ohne Supervisor ein Preset damit geben</translation>
    </message>
    <message>
        <source>{} is out of range</source>
        <translation>{} liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>a length of {} tokens leaves no room for the {} special tokens</source>
        <translation>eine Länge von {} Token lässt keinen Platz für die {} Sondertoken</translation>
    </message>
    <message>
        <source>set it to {} or more</source>
        <translation>auf {} oder mehr setzen</translation>
    </message>
    <message>
        <source>{}={} is not a process number or port</source>
        <translation>{}={} ist keine Prozessnummer und kein Port</translation>
    </message>
    <message>
        <source>start the worker through torchrun, srun or tunedesk run</source>
        <translation>den Worker über torchrun, srun oder tunedesk run starten</translation>
    </message>
    <message>
        <source>a mesh of {} stages x {} data ranks x {} tensor ranks does not have {} ranks</source>
        <translation>ein Mesh aus {} Stufen x {} Datenrängen x {} Tensorrängen hat nicht {} Ränge</translation>
    </message>
    <message>
        <source>set processes to the product of the three</source>
        <translation>processes auf das Produkt der drei setzen</translation>
    </message>
    <message>
        <source>{} stages have {} costs</source>
        <translation>{} Stufen haben {} Kosten</translation>
    </message>
    <message>
        <source>the stages&apos; actions wait for each other; none can continue</source>
        <translation>die Aktionen der Stufen warten aufeinander; keine kann fortfahren</translation>
    </message>
    <message>
        <source>RANK={} is outside a world of {}</source>
        <translation>RANK={} liegt außerhalb einer Welt von {}</translation>
    </message>
    <message>
        <source>several ranks need a rendezvous</source>
        <translation>mehrere Ränge brauchen ein Rendezvous</translation>
    </message>
    <message>
        <source>set MASTER_ADDR and MASTER_PORT</source>
        <translation>MASTER_ADDR und MASTER_PORT setzen</translation>
    </message>
    <message>
        <source>{}={} is not a list of nodes</source>
        <translation>{}={} ist keine Liste von Knoten</translation>
    </message>
    <message>
        <source>set MASTER_ADDR, MASTER_PORT, RANK, WORLD_SIZE, LOCAL_RANK and LOCAL_WORLD_SIZE</source>
        <translation>MASTER_ADDR, MASTER_PORT, RANK, WORLD_SIZE, LOCAL_RANK und LOCAL_WORLD_SIZE setzen</translation>
    </message>
    <message>
        <source>{}={} is not a list of tasks per node</source>
        <translation>{}={} ist keine Liste von Prozessen pro Knoten</translation>
    </message>
    <message>
        <source>{}={} contradicts {}={} (node {}, local task {})</source>
        <translation>{}={} widerspricht {}={} (Knoten {}, lokaler Prozess {})</translation>
    </message>
    <message>
        <source>start the step with srun, without changed SLURM variables</source>
        <translation>den Schritt mit srun starten, ohne geänderte SLURM-Variablen</translation>
    </message>
    <message>
        <source>{} ranks cannot be divided evenly over {} tasks</source>
        <translation>{} Ränge können nicht gleichmäßig auf {} Prozesse verteilt werden</translation>
    </message>
    <message>
        <source>set parallel.processes to a multiple of the tasks</source>
        <translation>parallel.processes auf ein Vielfaches der Prozesse setzen</translation>
    </message>
    <message>
        <source>the hub has no model or data set {}</source>
        <translation>der Hub hat kein Modell und keinen Datensatz {}</translation>
    </message>
    <message>
        <source>{} is gated: its owners require consent to their terms</source>
        <translation>{} ist zugangsbeschränkt: Die Eigentümer verlangen Zustimmung zu ihren Bedingungen</translation>
    </message>
    <message>
        <source>the hub requires a valid token</source>
        <translation>der Hub verlangt ein gültiges Token</translation>
    </message>
    <message>
        <source>create a token with {} access at {}/settings/tokens and set HF_TOKEN to it</source>
        <translation>ein Token mit der Berechtigung „{}“ bei {}/settings/tokens anlegen und HF_TOKEN darauf setzen</translation>
    </message>
    <message>
        <source>download it again: tunedesk {}</source>
        <translation>erneut herunterladen: tunedesk {}</translation>
    </message>
    <message>
        <source>{} has no revision {} on the hub</source>
        <translation>{} hat im Hub keine Revision {}</translation>
    </message>
    <message>
        <source>name a branch, a tag or a commit, in model.revision or after @</source>
        <translation>einen Branch, ein Tag oder einen Commit nennen, in model.revision oder nach @</translation>
    </message>
    <message>
        <source>not a name on the hub: &quot;{}&quot;</source>
        <translation>kein Name im Hub: &quot;{}&quot;</translation>
    </message>
</context>
<context>
    <name>ErrorDetail</name>
    <message>
        <source>the JSON array has an empty element</source>
        <translation>das JSON-Array hat ein leeres Element</translation>
    </message>
    <message>
        <source>the JSON array is not closed: the file is truncated</source>
        <translation>das JSON-Array ist nicht geschlossen: die Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>text follows the JSON array</source>
        <translation>hinter dem JSON-Array folgt Text</translation>
    </message>
    <message>
        <source>must be a list of layers&apos; names or &quot;all-linear&quot;</source>
        <translation>muss eine Liste von Schichtnamen oder &quot;all-linear&quot; sein</translation>
    </message>
    <message>
        <source>is not supported in adapters</source>
        <translation>wird in Adaptern nicht unterstützt</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>kein JSON-Objekt</translation>
    </message>
    <message>
        <source>must be larger than pad_token_id + 1</source>
        <translation>muss größer als pad_token_id + 1 sein</translation>
    </message>
    <message>
        <source>must be an object of id to name</source>
        <translation>muss ein Objekt von ID zu Name sein</translation>
    </message>
    <message>
        <source>quantized weights are not supported</source>
        <translation>quantisierte Gewichte werden nicht unterstützt</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>keine reguläre Datei</translation>
    </message>
    <message>
        <source>create</source>
        <translation>anlegen</translation>
    </message>
    <message>
        <source>write</source>
        <translation>schreiben</translation>
    </message>
    <message>
        <source>flush</source>
        <translation>leeren</translation>
    </message>
    <message>
        <source>rename</source>
        <translation>umbenennen</translation>
    </message>
    <message>
        <source>zlib cannot start</source>
        <translation>zlib kann nicht starten</translation>
    </message>
    <message>
        <source>the gzip data ends early: the file is truncated</source>
        <translation>die gzip-Daten enden zu früh: Die Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>zstd cannot start</source>
        <translation>zstd kann nicht starten</translation>
    </message>
    <message>
        <source>the zstd data ends early: the file is truncated</source>
        <translation>die zstd-Daten enden zu früh: Die Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>a label in a TSV file cannot contain a tab or a line break</source>
        <translation>ein Label in einer TSV-Datei darf weder Tabulator noch Zeilenumbruch enthalten</translation>
    </message>
    <message>
        <source>rows have a tag for each word; edit the file</source>
        <translation>Zeilen haben ein Tag für jedes Wort; die Datei bearbeiten</translation>
    </message>
    <message>
        <source>the file has no labels</source>
        <translation>die Datei hat keine Labels</translation>
    </message>
    <message>
        <source>no row that the run has used begins here</source>
        <translation>keine Zeile, die der Lauf verwendet hat, beginnt hier</translation>
    </message>
    <message>
        <source>a label cannot be empty</source>
        <translation>ein Label darf nicht leer sein</translation>
    </message>
    <message>
        <source>the row&apos;s label is changed twice</source>
        <translation>das Label der Zeile wird zweimal geändert</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>es ist leer</translation>
    </message>
    <message>
        <source>of an unknown format</source>
        <translation>von unbekanntem Format</translation>
    </message>
    <message>
        <source>it has no pixels</source>
        <translation>es hat keine Pixel</translation>
    </message>
    <message>
        <source>the image ends early: the file is truncated</source>
        <translation>das Bild endet zu früh: Die Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>it has more or fewer values than its dimensions say</source>
        <translation>es hat mehr oder weniger Werte, als seine Dimensionen sagen</translation>
    </message>
    <message>
        <source>no images are found</source>
        <translation>keine Bilder gefunden</translation>
    </message>
    <message>
        <source>its data in the archive is damaged</source>
        <translation>seine Daten im Archiv sind beschädigt</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>es ist beschädigt</translation>
    </message>
    <message>
        <source>it is not a zip archive, or is truncated</source>
        <translation>es ist kein Zip-Archiv oder abgeschnitten</translation>
    </message>
    <message>
        <source>it is one part of a split archive</source>
        <translation>es ist ein Teil eines geteilten Archivs</translation>
    </message>
    <message>
        <source>it is encrypted</source>
        <translation>es ist verschlüsselt</translation>
    </message>
    <message>
        <source>a quote is not closed</source>
        <translation>ein Anführungszeichen wird nicht geschlossen</translation>
    </message>
    <message>
        <source>a name is longer than 4,096 bytes</source>
        <translation>ein Name ist länger als 4096 Byte</translation>
    </message>
    <message>
        <source>an added token is empty after normalization</source>
        <translation>ein hinzugefügtes Token ist nach der Normalisierung leer</translation>
    </message>
    <message>
        <source>not 1.0</source>
        <translation>nicht 1.0</translation>
    </message>
    <message>
        <source>not an object</source>
        <translation>kein Objekt</translation>
    </message>
    <message>
        <source>too few elements</source>
        <translation>zu wenige Elemente</translation>
    </message>
    <message>
        <source>not a list</source>
        <translation>keine Liste</translation>
    </message>
    <message>
        <source>not a text</source>
        <translation>kein Text</translation>
    </message>
    <message>
        <source>neither true nor false</source>
        <translation>weder true noch false</translation>
    </message>
    <message>
        <source>not a number from 0</source>
        <translation>keine Zahl ab 0</translation>
    </message>
    <message>
        <source>neither text A nor B</source>
        <translation>weder Text A noch B</translation>
    </message>
    <message>
        <source>a symbolic link</source>
        <translation>ein symbolischer Link</translation>
    </message>
    <message>
        <source>a FIFO</source>
        <translation>ein FIFO</translation>
    </message>
    <message>
        <source>a socket</source>
        <translation>ein Socket</translation>
    </message>
    <message>
        <source>a device</source>
        <translation>ein Gerät</translation>
    </message>
    <message>
        <source>a folder where a file is expected</source>
        <translation>ein Ordner, wo eine Datei erwartet wird</translation>
    </message>
    <message>
        <source>a file where a folder is expected</source>
        <translation>eine Datei, wo ein Ordner erwartet wird</translation>
    </message>
    <message>
        <source>rename the folder</source>
        <translation>den Ordner umbenennen</translation>
    </message>
    <message>
        <source>exchange the folders</source>
        <translation>die Ordner tauschen</translation>
    </message>
    <message>
        <source>read the file&apos;s size</source>
        <translation>die Größe der Datei lesen</translation>
    </message>
    <message>
        <source>create the folder</source>
        <translation>den Ordner anlegen</translation>
    </message>
    <message>
        <source>create the file</source>
        <translation>die Datei anlegen</translation>
    </message>
    <message>
        <source>write the file</source>
        <translation>die Datei schreiben</translation>
    </message>
    <message>
        <source>flush the file</source>
        <translation>die Datei leeren (flush)</translation>
    </message>
    <message>
        <source>close the file</source>
        <translation>die Datei schließen</translation>
    </message>
    <message>
        <source>open the file</source>
        <translation>die Datei öffnen</translation>
    </message>
    <message>
        <source>more than {} bytes</source>
        <translation>mehr als {} Byte</translation>
    </message>
    <message>
        <source>the connection was closed</source>
        <translation>die Verbindung wurde geschlossen</translation>
    </message>
    <message>
        <source>larger</source>
        <translation>größer</translation>
    </message>
    <message>
        <source>smaller</source>
        <translation>kleiner</translation>
    </message>
    <message>
        <source>its hash differs</source>
        <translation>sein Hash ist ein anderer</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>its data is damaged</source>
        <translation>seine Daten sind beschädigt</translation>
    </message>
    <message>
        <source>an entry is larger than 1 MiB</source>
        <translation>ein Eintrag ist größer als 1 MiB</translation>
    </message>
    <message>
        <source>it is not a zip file</source>
        <translation>es ist keine Zip-Datei</translation>
    </message>
    <message>
        <source>it holds more than 4 MiB</source>
        <translation>es enthält mehr als 4 MiB</translation>
    </message>
    <message>
        <source>bundle.json is not an object</source>
        <translation>bundle.json ist kein Objekt</translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation>es ist von einer anderen Version</translation>
    </message>
    <message>
        <source>bundle.json has an entry in needs that is not an object</source>
        <translation>bundle.json hat einen Eintrag in needs, der kein Objekt ist</translation>
    </message>
    <message>
        <source>it is larger than 4 MiB</source>
        <translation>es ist größer als 4 MiB</translation>
    </message>
    <message>
        <source>this section is an alias of another part of the text</source>
        <translation>dieser Abschnitt ist ein Alias eines anderen Textteils</translation>
    </message>
    <message>
        <source>its line contains other text too</source>
        <translation>auf seiner Zeile steht noch etwas anderes</translation>
    </message>
    <message>
        <source>it cannot be changed without touching other parts of the text</source>
        <translation>er kann nicht geändert werden, ohne andere Textteile zu berühren</translation>
    </message>
    <message>
        <source>a value must be one line of text</source>
        <translation>ein Wert muss eine Zeile Text sein</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>no column step and no column epoch</source>
        <translation>keine Spalte step und keine Spalte epoch</translation>
    </message>
    <message>
        <source>no line is complete</source>
        <translation>keine Zeile ist vollständig</translation>
    </message>
    <message>
        <source>probabilities are not together</source>
        <translation>Wahrscheinlichkeiten stehen nicht beieinander</translation>
    </message>
    <message>
        <source>no prediction</source>
        <translation>keine Vorhersage</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>zu groß</translation>
    </message>
    <message>
        <source>it has changed since it was shown</source>
        <translation>sie wurde seit der Anzeige geändert</translation>
    </message>
    <message>
        <source>a value is missing or of another type</source>
        <translation>ein Wert fehlt oder hat einen anderen Typ</translation>
    </message>
    <message>
        <source>the compute capability is not a number</source>
        <translation>die Compute Capability ist keine Zahl</translation>
    </message>
    <message>
        <source>the list of corrections is missing</source>
        <translation>die Liste der Korrekturen fehlt</translation>
    </message>
    <message>
        <source>a correction is not an object</source>
        <translation>eine Korrektur ist kein Objekt</translation>
    </message>
    <message>
        <source>the damaged file, which the next correction sets aside</source>
        <translation>die beschädigte Datei, die die nächste Korrektur beiseitelegt</translation>
    </message>
    <message>
        <source>an entry is not valid</source>
        <translation>ein Eintrag ist ungültig</translation>
    </message>
    <message>
        <source>best/, final/ and the report</source>
        <translation>best/, final/ und der Bericht</translation>
    </message>
    <message>
        <source>final/ and the report</source>
        <translation>final/ und der Bericht</translation>
    </message>
    <message>
        <source>ONNX export does not support decoders</source>
        <translation>der ONNX-Export unterstützt keine Decoder</translation>
    </message>
    <message>
        <source>ONNX export does not support block-sparse attention</source>
        <translation>der ONNX-Export unterstützt keine Attention in Blöcken (block_sparse)</translation>
    </message>
    <message>
        <source>there is no such file, and no such data set has been downloaded</source>
        <translation>es gibt keine solche Datei, und kein solcher Datensatz wurde heruntergeladen</translation>
    </message>
    <message>
        <source>the data set has no CSV, TSV, JSON or Parquet files</source>
        <translation>der Datensatz hat keine CSV-, TSV-, JSON- oder Parquet-Dateien</translation>
    </message>
    <message>
        <source>the data set has no {}; it has {}</source>
        <translation>der Datensatz hat kein {}; er hat {}</translation>
    </message>
    <message>
        <source>the repository already exists and is public</source>
        <translation>das Repository gibt es schon, und es ist öffentlich</translation>
    </message>
    <message>
        <source>the files of the split have different columns</source>
        <translation>die Dateien des Splits haben verschiedene Spalten</translation>
    </message>
    <message>
        <source>neither lines of JSON objects nor an array of them</source>
        <translation>weder Zeilen mit JSON-Objekten noch ein Array davon</translation>
    </message>
    <message>
        <source>URLs are not supported here</source>
        <translation>URLs werden hier nicht unterstützt</translation>
    </message>
    <message>
        <source>download the file and give its path; models and data sets on the Hugging Face hub are named ORG/NAME</source>
        <translation>herunterladen und den Pfad angeben; was auf dem Hugging Face Hub liegt, heißt ORG/NAME</translation>
    </message>
    <message>
        <source>~ is expanded only in presets and by the shell</source>
        <translation>~ wird nur in Presets und von der Shell ersetzt</translation>
    </message>
    <message>
        <source>write the whole path</source>
        <translation>den ganzen Pfad schreiben</translation>
    </message>
    <message>
        <source>a broken symbolic link</source>
        <translation>ein defekter symbolischer Link</translation>
    </message>
    <message>
        <source>ask its owner for read permission (chmod -R a+rX), or use a copy of your own</source>
        <translation>den Besitzer um Leserechte bitten (chmod -R a+rX) oder eine eigene Kopie verwenden</translation>
    </message>
    <message>
        <source>its lines end with a carriage return (CR) alone</source>
        <translation>die Zeilen enden nur mit einem Wagenrücklauf (CR)</translation>
    </message>
    <message>
        <source>save the file with line ends LF or CRLF</source>
        <translation>die Datei mit Zeilenenden LF oder CRLF speichern</translation>
    </message>
    <message>
        <source>it has none of a report&apos;s figures</source>
        <translation>sie enthält keine Kennzahlen eines Berichts</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>error[TD%1]: %2</source>
        <translation>Fehler[TD%1]: %2</translation>
    </message>
    <message>
        <source>; where (%1)</source>
        <translation>; wo (%1)</translation>
    </message>
    <message>
        <source>; kept: %1</source>
        <translation>; erhalten: %1</translation>
    </message>
    <message>
        <source>; next: %1</source>
        <translation>; weiter: %1</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <source>Test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>Makro-F1</translation>
    </message>
    <message>
        <source>Best validation accuracy</source>
        <translation>Beste Validierungsgenauigkeit</translation>
    </message>
    <message>
        <source>Micro F1</source>
        <translation>Mikro-F1</translation>
    </message>
    <message>
        <source>F1 by sample</source>
        <translation>F1 nach Beispiel</translation>
    </message>
    <message>
        <source>Subset accuracy</source>
        <translation>Subset-Genauigkeit</translation>
    </message>
    <message>
        <source>Mean average precision</source>
        <translation>Mean Average Precision</translation>
    </message>
    <message>
        <source>Pearson correlation</source>
        <translation>Pearson-Korrelation</translation>
    </message>
    <message>
        <source>Spearman correlation</source>
        <translation>Spearman-Korrelation</translation>
    </message>
    <message>
        <source>Mean squared error</source>
        <translation>Mittlerer quadratischer Fehler</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>Mittlerer absoluter Fehler</translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>Token accuracy</source>
        <translation>Token-Genauigkeit</translation>
    </message>
    <message>
        <source>Precision of entities</source>
        <translation>Precision der Entitäten</translation>
    </message>
    <message>
        <source>Recall of entities</source>
        <translation>Recall der Entitäten</translation>
    </message>
    <message>
        <source>F1 of entities</source>
        <translation>F1 der Entitäten</translation>
    </message>
    <message>
        <source>Mean reciprocal rank</source>
        <translation>Mean Reciprocal Rank</translation>
    </message>
    <message>
        <source>Recall at 1</source>
        <translation>Recall bei 1</translation>
    </message>
    <message>
        <source>Recall at 5</source>
        <translation>Recall bei 5</translation>
    </message>
    <message>
        <source>Recall at 10</source>
        <translation>Recall bei 10</translation>
    </message>
    <message>
        <source>Accuracy of triplets</source>
        <translation>Genauigkeit der Tripel</translation>
    </message>
    <message>
        <source>Spearman correlation of the cosine</source>
        <translation>Spearman-Korrelation des Kosinus</translation>
    </message>
    <message>
        <source>Pearson correlation of the cosine</source>
        <translation>Pearson-Korrelation des Kosinus</translation>
    </message>
    <message>
        <source>Exact match</source>
        <translation>Exakte Übereinstimmung</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>Test-Loss</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>Trainingszeit</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Token pro Sekunde</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>Speicherspitze</translation>
    </message>
    <message>
        <source>Test rows in several windows</source>
        <translation>Testzeilen in mehreren Fenstern</translation>
    </message>
    <message>
        <source>Windows of the test rows</source>
        <translation>Fenster der Testzeilen</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer&apos;s state</source>
        <translation>Zustand des Optimierers</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitspuffer</translation>
    </message>
    <message>
        <source>Memory while loading</source>
        <translation>Speicher beim Laden</translation>
    </message>
</context>
<context>
    <name>FindingText</name>
    <message>
        <source> (the first in line %1: %2)</source>
        <translation> (die erste in Zeile %1: %2)</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) cannot be used</source>
        <translation>
            <numerusform>%1: %n Zeile ist nicht verwendbar</numerusform>
            <numerusform>%1: %n Zeilen sind nicht verwendbar</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) cannot be used and are left out</source>
        <translation>
            <numerusform>%1: %n Zeile ist nicht verwendbar und wird ausgelassen</numerusform>
            <numerusform>%1: %n Zeilen sind nicht verwendbar und werden ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) with a label that no training row has: %2</source>
        <translation>
            <numerusform>%1: %n Zeile mit einem Label, das keine Trainingszeile hat: %2</numerusform>
            <numerusform>%1: %n Zeilen mit einem Label, das keine Trainingszeile hat: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) with a label that no training row has are left out: %2</source>
        <translation>
            <numerusform>%1: %n Zeile mit einem Label, das keine Trainingszeile hat, wird ausgelassen: %2</numerusform>
            <numerusform>%1: %n Zeilen mit einem Label, das keine Trainingszeile hat, werden ausgelassen: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of %1 are also in %2: they inflate the score</source>
        <translation>
            <numerusform>%n Zeile von %1 ist auch in %2: Sie verfälscht das Ergebnis nach oben</numerusform>
            <numerusform>%n Zeilen von %1 sind auch in %2: Sie verfälschen das Ergebnis nach oben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) repeat the header</source>
        <translation>
            <numerusform>%1: %n Zeile wiederholt die Kopfzeile</numerusform>
            <numerusform>%1: %n Zeilen wiederholen die Kopfzeile</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the fields are quoted, and are read without their quotes</source>
        <translation>%1: Die Felder stehen in Anführungszeichen und werden ohne sie gelesen</translation>
    </message>
    <message>
        <source>Labels that differ only in case or spaces: %1</source>
        <translation>Labels, die sich nur in Groß- und Kleinschreibung oder Leerzeichen unterscheiden: %1</translation>
    </message>
    <message numerus="yes">
        <source>Many classes for %n training row(s): is data.label_column the right column?</source>
        <translation>
            <numerusform>Viele Klassen für %n Trainingszeile: Ist data.label_column die richtige Spalte?</numerusform>
            <numerusform>Viele Klassen für %n Trainingszeilen: Ist data.label_column die richtige Spalte?</numerusform>
        </translation>
    </message>
    <message>
        <source>Classes with few training rows: %1</source>
        <translation>Klassen mit wenigen Trainingszeilen: %1</translation>
    </message>
    <message numerus="yes">
        <source>Leave out %n row(s)</source>
        <translation>
            <numerusform>%n Zeile auslassen</numerusform>
            <numerusform>%n Zeilen auslassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Merge into %1</source>
        <translation>Zu %1 zusammenfassen</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n row(s)</source>
        <translation>
            <numerusform>%n Zeile entfernen</numerusform>
            <numerusform>%n Zeilen entfernen</numerusform>
        </translation>
    </message>
    <message>
        <source>Sets data.bad_rows to skip: such rows, of all files, are counted and listed, not used</source>
        <translation>Setzt data.bad_rows auf skip: Solche Zeilen aller Dateien werden gezählt und gelistet, nicht verwendet</translation>
    </message>
    <message>
        <source>Writes copies of the files beside them, with one label in place of these, and sets the preset to the copies</source>
        <translation>Schreibt Kopien der Dateien daneben, mit einem Label anstelle von diesen, und stellt das Preset auf die Kopien um</translation>
    </message>
    <message>
        <source>Writes a copy of %1 beside it, without these rows, and sets the preset to the copy</source>
        <translation>Schreibt eine Kopie von %1 daneben, ohne diese Zeilen, und stellt das Preset auf die Kopie um</translation>
    </message>
</context>
<context>
    <name>FreeForm</name>
    <message>
        <source>a branch, a tag or a commit</source>
        <translation>ein Branch, ein Tag oder ein Commit</translation>
    </message>
    <message>
        <source>a list of patterns, as [&quot;embeddings.*&quot;, &quot;*.layer.0.*&quot;]</source>
        <translation>eine Liste von Mustern, etwa [&quot;embeddings.*&quot;, &quot;*.layer.0.*&quot;]</translation>
    </message>
    <message>
        <source>a list of layers by the end of their names, as [q_proj, v_proj]</source>
        <translation>eine Liste von Schichten nach dem Ende ihrer Namen, etwa [q_proj, v_proj]</translation>
    </message>
    <message>
        <source>a list of numbers of layers, as [4, 4, 4]</source>
        <translation>eine Liste von Schichtzahlen, etwa [4, 4, 4]</translation>
    </message>
    <message>
        <source>a list of different CUDA indices, as [0, 1]</source>
        <translation>eine Liste verschiedener CUDA-Indizes, etwa [0, 1]</translation>
    </message>
    <message>
        <source>a name of at most 100 bytes without / or \ that does not begin with a dot</source>
        <translation>ein Name von höchstens 100 Byte ohne / oder \, der nicht mit einem Punkt beginnt</translation>
    </message>
    <message>
        <source>a number N for every N blocks</source>
        <translation>eine Zahl N für jeweils N Blöcke</translation>
    </message>
    <message>
        <source>a list of one weight from 1e-9 to 1e9 a class, as [1, 2.5]</source>
        <translation>eine Liste mit einem Gewicht von 1e-9 bis 1e9 pro Klasse, etwa [1, 2.5]</translation>
    </message>
    <message>
        <source>a list of files with commas between them</source>
        <translation>eine Liste von Dateien mit Kommas dazwischen</translation>
    </message>
</context>
<context>
    <name>KeyLabel</name>
    <message>
        <source>Image column</source>
        <translation>Bildspalte</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>Bildgröße</translation>
    </message>
    <message>
        <source>Random crop</source>
        <translation>Zufälliger Ausschnitt</translation>
    </message>
    <message>
        <source>Horizontal flip</source>
        <translation>Waagerecht spiegeln</translation>
    </message>
    <message>
        <source>RandAugment operations</source>
        <translation>RandAugment-Operationen</translation>
    </message>
    <message>
        <source>RandAugment magnitude</source>
        <translation>RandAugment-Stärke</translation>
    </message>
    <message>
        <source>Word column</source>
        <translation>Wortspalte</translation>
    </message>
    <message>
        <source>Tag column</source>
        <translation>Tag-Spalte</translation>
    </message>
    <message>
        <source>Tag names</source>
        <translation>Tag-Namen</translation>
    </message>
    <message>
        <source>Negative text column</source>
        <translation>Spalte des negativen Textes</translation>
    </message>
    <message>
        <source>Similarity column</source>
        <translation>Ähnlichkeitsspalte</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model revision</source>
        <translation>Modellrevision</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>Anfangsgewichte</translation>
    </message>
    <message>
        <source>Trained part</source>
        <translation>Trainierter Teil</translation>
    </message>
    <message>
        <source>Trained layers</source>
        <translation>Trainierte Schichten</translation>
    </message>
    <message>
        <source>Frozen parameters</source>
        <translation>Eingefrorene Parameter</translation>
    </message>
    <message>
        <source>Replace a mismatched head</source>
        <translation>Unpassenden Kopf ersetzen</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>New architecture</source>
        <translation>Neue Architektur</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>Verborgene Größe</translation>
    </message>
    <message>
        <source>Feed-forward size</source>
        <translation>Feed-Forward-Größe</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Attention-Heads</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Patch size</source>
        <translation>Patch-Größe</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>Adapterrang</translation>
    </message>
    <message>
        <source>Adapter alpha</source>
        <translation>Adapter-Alpha</translation>
    </message>
    <message>
        <source>Adapter dropout</source>
        <translation>Adapter-Dropout</translation>
    </message>
    <message>
        <source>Adapted layers</source>
        <translation>Angepasste Schichten</translation>
    </message>
    <message>
        <source>Rank-stabilized scaling</source>
        <translation>Rangstabile Skalierung</translation>
    </message>
    <message>
        <source>4-bit base weights</source>
        <translation>Basisgewichte in 4 Bit</translation>
    </message>
    <message>
        <source>Double quantization</source>
        <translation>Doppelte Quantisierung</translation>
    </message>
    <message>
        <source>Data parallelism</source>
        <translation>Datenparallelität</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>Pipeline-Stufen</translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation>Pipeline-Zeitplan</translation>
    </message>
    <message>
        <source>Pipeline chunks</source>
        <translation>Pipeline-Stücke</translation>
    </message>
    <message>
        <source>Layers per stage</source>
        <translation>Schichten pro Stufe</translation>
    </message>
    <message>
        <source>Tensor parallelism</source>
        <translation>Tensorparallelität</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Collectives backend</source>
        <translation>Backend der Collectives</translation>
    </message>
    <message>
        <source>Gradient bucket size</source>
        <translation>Gradienten-Bucket-Größe</translation>
    </message>
    <message>
        <source>Uneven batches</source>
        <translation>Ungleiche Batches</translation>
    </message>
    <message>
        <source>Average over all ranks</source>
        <translation>Mittel über alle Ränge</translation>
    </message>
    <message>
        <source>Rendezvous port</source>
        <translation>Rendezvous-Port</translation>
    </message>
    <message>
        <source>Continue after a lost rank</source>
        <translation>Weiter nach Verlust eines Rangs</translation>
    </message>
    <message>
        <source>Allow oversubscription</source>
        <translation>Überbelegung erlauben</translation>
    </message>
    <message>
        <source>Heartbeat interval</source>
        <translation>Heartbeat-Intervall</translation>
    </message>
    <message>
        <source>Rank timeout</source>
        <translation>Zeitgrenze eines Rangs</translation>
    </message>
    <message>
        <source>Disk timeout</source>
        <translation>Zeitgrenze der Platte</translation>
    </message>
    <message>
        <source>Start timeout</source>
        <translation>Zeitgrenze des Starts</translation>
    </message>
    <message>
        <source>Stop grace period</source>
        <translation>Frist beim Stoppen</translation>
    </message>
    <message>
        <source>Kill grace period</source>
        <translation>Frist beim Abbrechen</translation>
    </message>
    <message>
        <source>Viewer queue</source>
        <translation>Warteschlange eines Betrachters</translation>
    </message>
    <message>
        <source>Schema version</source>
        <translation>Schemaversion</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Published recipe</source>
        <translation>Veröffentlichtes Rezept</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>Höchstlänge</translation>
    </message>
    <message>
        <source>Truncated side</source>
        <translation>Gekürzte Seite</translation>
    </message>
    <message>
        <source>Window overlap</source>
        <translation>Fensterüberlappung</translation>
    </message>
    <message>
        <source>Windows per row</source>
        <translation>Fenster pro Zeile</translation>
    </message>
    <message>
        <source>Document boundaries</source>
        <translation>Dokumentgrenzen</translation>
    </message>
    <message>
        <source>Training data</source>
        <translation>Trainingsdaten</translation>
    </message>
    <message>
        <source>Validation data</source>
        <translation>Validierungsdaten</translation>
    </message>
    <message>
        <source>Test data</source>
        <translation>Testdaten</translation>
    </message>
    <message>
        <source>Validation split</source>
        <translation>Validierungs-Split</translation>
    </message>
    <message>
        <source>Test split</source>
        <translation>Test-Split</translation>
    </message>
    <message>
        <source>Split file</source>
        <translation>Split-Datei</translation>
    </message>
    <message>
        <source>Text column</source>
        <translation>Textspalte</translation>
    </message>
    <message>
        <source>Second text column</source>
        <translation>Spalte des zweiten Textes</translation>
    </message>
    <message>
        <source>Label column</source>
        <translation>Labelspalte</translation>
    </message>
    <message>
        <source>Label separator</source>
        <translation>Label-Trennzeichen</translation>
    </message>
    <message>
        <source>Batching</source>
        <translation>Batching</translation>
    </message>
    <message>
        <source>Unusable rows</source>
        <translation>Unbrauchbare Zeilen</translation>
    </message>
    <message>
        <source>Row sampling</source>
        <translation>Ziehen der Zeilen</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>Sharding</translation>
    </message>
    <message>
        <source>Tokenizer threads</source>
        <translation>Tokenizer-Threads</translation>
    </message>
    <message>
        <source>Token cache limit</source>
        <translation>Limit des Token-Caches</translation>
    </message>
    <message>
        <source>Evaluation interval</source>
        <translation>Auswertungsintervall</translation>
    </message>
    <message>
        <source>Steps between evaluations</source>
        <translation>Schritte zwischen Auswertungen</translation>
    </message>
    <message>
        <source>Evaluate at the start</source>
        <translation>Am Anfang auswerten</translation>
    </message>
    <message>
        <source>Sample prompts</source>
        <translation>Beispiel-Prompts</translation>
    </message>
    <message>
        <source>Sample length</source>
        <translation>Beispiellänge</translation>
    </message>
    <message>
        <source>Compute precision</source>
        <translation>Rechengenauigkeit</translation>
    </message>
    <message>
        <source>Parameter precision</source>
        <translation>Parametergenauigkeit</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA-Graph</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>Initial loss scale</source>
        <translation>Anfängliche Loss-Skalierung</translation>
    </message>
    <message>
        <source>Loss scale window</source>
        <translation>Fenster der Loss-Skalierung</translation>
    </message>
    <message>
        <source>Loss scale growth</source>
        <translation>Wachstum der Loss-Skalierung</translation>
    </message>
    <message>
        <source>Loss scale backoff</source>
        <translation>Rücknahme der Loss-Skalierung</translation>
    </message>
    <message>
        <source>Loss scale hysteresis</source>
        <translation>Hysterese der Loss-Skalierung</translation>
    </message>
    <message>
        <source>Minimum loss scale</source>
        <translation>Kleinste Loss-Skalierung</translation>
    </message>
    <message>
        <source>Activation checkpointing</source>
        <translation>Activation Checkpointing</translation>
    </message>
    <message>
        <source>Optimizer in backward</source>
        <translation>Optimierer im Rückwärtsgang</translation>
    </message>
    <message>
        <source>Offload to host</source>
        <translation>Auslagern auf den Host</translation>
    </message>
    <message>
        <source>Initialize on the device</source>
        <translation>Auf dem Gerät initialisieren</translation>
    </message>
    <message>
        <source>Steps between checkpoints</source>
        <translation>Schritte zwischen Checkpoints</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Behaltene Checkpoints</translation>
    </message>
    <message>
        <source>Write in the background</source>
        <translation>Im Hintergrund schreiben</translation>
    </message>
    <message>
        <source>Retry interval</source>
        <translation>Wiederholungsintervall</translation>
    </message>
    <message>
        <source>Best-model metric</source>
        <translation>Metrik des besten Modells</translation>
    </message>
    <message>
        <source>Better direction</source>
        <translation>Bessere Richtung</translation>
    </message>
    <message>
        <source>Log level</source>
        <translation>Protokollstufe</translation>
    </message>
    <message>
        <source>Steps between logs</source>
        <translation>Schritte zwischen Protokollzeilen</translation>
    </message>
    <message>
        <source>TensorBoard files</source>
        <translation>TensorBoard-Dateien</translation>
    </message>
    <message>
        <source>Batch size per device</source>
        <translation>Batch-Größe pro Gerät</translation>
    </message>
    <message>
        <source>Evaluation batch size</source>
        <translation>Batch-Größe der Auswertung</translation>
    </message>
    <message>
        <source>Drop the last batch</source>
        <translation>Letzten Batch weglassen</translation>
    </message>
    <message>
        <source>Tokens per batch</source>
        <translation>Token pro Batch</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>Gradientenakkumulation</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Maximum steps</source>
        <translation>Höchstzahl der Schritte</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>Adam beta 1</source>
        <translation>Adam Beta 1</translation>
    </message>
    <message>
        <source>Adam beta 2</source>
        <translation>Adam Beta 2</translation>
    </message>
    <message>
        <source>Adam epsilon</source>
        <translation>Adam Epsilon</translation>
    </message>
    <message>
        <source>SGD momentum</source>
        <translation>SGD-Momentum</translation>
    </message>
    <message>
        <source>Nesterov momentum</source>
        <translation>Nesterov-Momentum</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>Warm-up-Schritte</translation>
    </message>
    <message>
        <source>Warm-up ratio</source>
        <translation>Warm-up-Anteil</translation>
    </message>
    <message>
        <source>Step interval</source>
        <translation>Stufenintervall</translation>
    </message>
    <message>
        <source>Step factor</source>
        <translation>Stufenfaktor</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Gradient Clipping</translation>
    </message>
    <message>
        <source>Layer-wise rate decay</source>
        <translation>Abfall der Rate je Schicht</translation>
    </message>
    <message>
        <source>EMA decay</source>
        <translation>EMA-Abfall</translation>
    </message>
    <message>
        <source>Mixup alpha</source>
        <translation>Mixup-Alpha</translation>
    </message>
    <message>
        <source>CutMix alpha</source>
        <translation>CutMix-Alpha</translation>
    </message>
    <message>
        <source>Early-stopping patience</source>
        <translation>Early-Stopping-Geduld</translation>
    </message>
    <message>
        <source>Early-stopping threshold</source>
        <translation>Early-Stopping-Schwelle</translation>
    </message>
    <message>
        <source>On NaN or Inf</source>
        <translation>Bei NaN oder Inf</translation>
    </message>
    <message>
        <source>NaN or Inf limit</source>
        <translation>Limit für NaN oder Inf</translation>
    </message>
    <message>
        <source>Loss spike factor</source>
        <translation>Faktor eines Loss-Ausschlags</translation>
    </message>
    <message>
        <source>On a loss spike</source>
        <translation>Bei einem Loss-Ausschlag</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>Label Smoothing</translation>
    </message>
    <message>
        <source>Focal loss gamma</source>
        <translation>Gamma des Focal Loss</translation>
    </message>
    <message>
        <source>Similarity scale</source>
        <translation>Skalierung der Ähnlichkeit</translation>
    </message>
    <message>
        <source>Class weights</source>
        <translation>Klassengewichte</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>Deterministisch</translation>
    </message>
    <message>
        <source>Compute threads</source>
        <translation>Rechen-Threads</translation>
    </message>
    <message>
        <source>More validation sets</source>
        <translation>Weitere Validierungsdaten</translation>
    </message>
    <message>
        <source>Sample predictions</source>
        <translation>Beispielvorhersagen</translation>
    </message>
</context>
<context>
    <name>KeyText</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>LogView</name>
    <message>
        <source>A smaller training.learning_rate, or training.max_grad_norm, reduces spikes; check the rows of these steps.</source>
        <translation>Eine kleinere training.learning_rate oder training.max_grad_norm dämpft Ausschläge; die Zeilen dieser Schritte ansehen.</translation>
    </message>
    <message>
        <source>Start again with a smaller training.learning_rate; a longer warm-up or training.max_grad_norm helps too.</source>
        <translation>Mit kleinerer training.learning_rate neu beginnen; auch ein längeres Warm-up oder training.max_grad_norm hilft.</translation>
    </message>
    <message>
        <source>Lower training.learning_rate, set training.max_grad_norm, or on_nonfinite: rewind.</source>
        <translation>training.learning_rate senken, training.max_grad_norm setzen oder on_nonfinite: rewind.</translation>
    </message>
    <message>
        <source>Check the machine&apos;s cooling. The device throttles by itself; pause the run to let it cool.</source>
        <translation>Die Kühlung des Rechners prüfen; das Gerät wird von selbst langsamer, und Pausieren lässt es abkühlen.</translation>
    </message>
    <message>
        <source>Free some space: checkpoints of old runs (Free space), or a smaller checkpoint.keep.</source>
        <translation>Platz schaffen: Checkpoints alter Läufe (Platz schaffen) oder ein kleineres checkpoint.keep.</translation>
    </message>
    <message>
        <source>Reset the GPU (nvidia-smi --gpu-reset) or restart the machine, then resume the run.</source>
        <translation>Die GPU zurücksetzen (nvidia-smi --gpu-reset) oder den Rechner neu starten, dann den Lauf wiederaufnehmen.</translation>
    </message>
    <message>
        <source>Choose other devices with parallel.devices, or end the other program.</source>
        <translation>Andere Geräte mit parallel.devices wählen oder das andere Programm beenden.</translation>
    </message>
    <message>
        <source>Remove the rows that several splits share: they inflate the test score.</source>
        <translation>Die Zeilen entfernen, die mehreren Splits gemeinsam sind: Sie lassen den Test besser aussehen, als er ist.</translation>
    </message>
    <message>
        <source>The Data page lists the rows with their places.</source>
        <translation>Die Seite Daten listet die Zeilen mit ihren Stellen.</translation>
    </message>
    <message>
        <source>If these are one class, use one spelling in the files.</source>
        <translation>Wenn diese eine Klasse sind, in den Dateien eine einzige Schreibweise verwenden.</translation>
    </message>
    <message>
        <source>The model folder&apos;s head is for other labels; the new head is trained from scratch. This is normal for a new task.</source>
        <translation>Der Kopf des Modellordners ist für andere Labels; der neue wird von Grund auf trainiert. Das ist bei einer neuen Aufgabe normal.</translation>
    </message>
    <message>
        <source>The model folder is incomplete: copy it again from its source.</source>
        <translation>Der Modellordner ist unvollständig: erneut von der Quelle kopieren.</translation>
    </message>
</context>
<context>
    <name>ModelFinder</name>
    <message>
        <source>its weights are a pickle, which may run code; save them as model.safetensors</source>
        <translation>seine Gewichte sind ein Pickle, das Code ausführen kann; als model.safetensors speichern</translation>
    </message>
    <message>
        <source>it has no model.safetensors</source>
        <translation>es hat keine model.safetensors</translation>
    </message>
    <message>
        <source>it has no tokenizer (tokenizer.json, vocab.txt, or vocab.json with merges.txt)</source>
        <translation>es hat keinen Tokenizer (tokenizer.json, vocab.txt oder vocab.json mit merges.txt)</translation>
    </message>
    <message>
        <source>%1, %2 layers of %3</source>
        <translation>%1, %2 Schichten mit %3</translation>
    </message>
    <message>
        <source>best of %1</source>
        <translation>bestes von %1</translation>
    </message>
</context>
<context>
    <name>PageCommands</name>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
</context>
<context>
    <name>Phrase</name>
    <message>
        <source>is missing: {}</source>
        <translation>fehlt: {}</translation>
    </message>
    <message>
        <source>needs rows with one class each, which task: {} does not have; use {}</source>
        <translation>gilt für Zeilen mit je einer Klasse, und task: {} hat keine; {} verwenden</translation>
    </message>
    <message>
        <source>conflicts with {}; keep the file or the fraction</source>
        <translation>widerspricht {}; die Datei oder den Anteil behalten</translation>
    </message>
    <message>
        <source>and data.test_split leave no rows to train on; together they must stay below 1</source>
        <translation>und data.test_split lassen keine Trainingszeilen übrig; zusammen müssen sie unter 1 bleiben</translation>
    </message>
    <message>
        <source>is empty; name a column of the files</source>
        <translation>ist leer; eine Spalte der Dateien nennen</translation>
    </message>
    <message>
        <source>is also the text column; name the label column</source>
        <translation>ist auch die Textspalte; die des Labels nennen</translation>
    </message>
    <message>
        <source>is also the text column; name the column of the second text or leave it empty</source>
        <translation>ist auch die Textspalte; die des zweiten Textes nennen oder leer lassen</translation>
    </message>
    <message>
        <source>is also the column of another text; name a different column or leave it empty</source>
        <translation>ist auch die Spalte eines anderen Textes; eine eigene nennen oder leer lassen</translation>
    </message>
    <message>
        <source>is for triplets, and data.score_column for scored pairs; leave one of them empty</source>
        <translation>ist für Tripel und data.score_column für bewertete Paare; eines davon leer lassen</translation>
    </message>
    <message>
        <source>features needs a classifier, which an embedding model does not have; use all, last_layers or lora</source>
        <translation>features ist für einen Klassifikator, den ein Embedding nicht hat; all, last_layers oder lora verwenden</translation>
    </message>
    <message>
        <source>records batches with one text per row, and these rows have several; use static_graph: false</source>
        <translation>zeichnet Batches mit einem Text pro Zeile auf, und diese haben mehrere; static_graph: false verwenden</translation>
    </message>
    <message>
        <source>({}) is not measured on such rows: val_spearman and val_pearson need scored pairs, val_triplet_acc needs triplets, and ranking metrics need rows without scores</source>
        <translation>({}) wird auf solchen Zeilen nicht gemessen: val_spearman und val_pearson brauchen bewertete Paare, val_triplet_acc braucht Tripel, und Rangmetriken brauchen Zeilen ohne Bewertung</translation>
    </message>
    <message>
        <source>transformer-lm is a language model; use task: language-modeling</source>
        <translation>transformer-lm ist ein Sprachmodell; task: language-modeling verwenden</translation>
    </message>
    <message>
        <source>vit reads images; use task: image-classification</source>
        <translation>vit liest Bilder; task: image-classification verwenden</translation>
    </message>
    <message>
        <source>must divide data.image_size</source>
        <translation>muss data.image_size teilen</translation>
    </message>
    <message>
        <source>0 takes the size from a model folder, and this model has none; give its size, such as 192</source>
        <translation>0 nimmt die Größe aus einem Modellordner, und dieses Modell hat keinen; die Größe angeben, etwa 192</translation>
    </message>
    <message>
        <source>must divide model.width into heads of at most {} columns</source>
        <translation>muss model.width in Heads mit höchstens {} Spalten teilen</translation>
    </message>
    <message>
        <source>features needs rows with one target; use all or last_layers</source>
        <translation>features sind für Zeilen mit einem Zielwert; all oder last_layers verwenden</translation>
    </message>
    <message>
        <source>features supports only texts; use last_layers</source>
        <translation>features unterstützt nur Texte; last_layers verwenden</translation>
    </message>
    <message>
        <source>must be at most half of max_length; a quarter is usual</source>
        <translation>darf höchstens die Hälfte von max_length sein; ein Viertel ist üblich</translation>
    </message>
    <message>
        <source>windows are for single texts; use 0 for pairs, which are truncated</source>
        <translation>Fenster sind für einzelne Texte; 0 für Paare verwenden, die gekürzt werden</translation>
    </message>
    <message>
        <source>features needs rows with one window; use 0, or train: last_layers</source>
        <translation>features sind für Zeilen mit einem Fenster; 0 oder train: last_layers verwenden</translation>
    </message>
    <message>
        <source>rows have varying numbers of windows, which a static graph cannot record; use 0, or static_graph: false</source>
        <translation>Zeilen haben beliebig viele Fenster, was kein Static Graph aufzeichnet; 0 oder static_graph: false verwenden</translation>
    </message>
    <message>
        <source>a row of {} windows of {} tokens does not fit into a batch of max_tokens_per_batch ({}) tokens; lower max_windows, or raise it</source>
        <translation>eine Zeile mit {} Fenstern zu {} Token passt nicht in einen Batch mit max_tokens_per_batch ({}) Token; max_windows senken oder diesen erhöhen</translation>
    </message>
    <message>
        <source>mixed images have two classes each; use none, or mixup_alpha and cutmix_alpha: 0</source>
        <translation>gemischte Bilder haben je zwei Klassen; none oder mixup_alpha und cutmix_alpha: 0 verwenden</translation>
    </message>
    <message>
        <source>belongs to train: all and last_layers; use one of them, or freeze: none</source>
        <translation>gehört zu train: all und last_layers; eines davon oder freeze: none verwenden</translation>
    </message>
    <message>
        <source>lora adapts existing weights; use a model folder with init: pretrained, or train: all</source>
        <translation>lora passt vorhandene Gewichte an; einen Modellordner mit init: pretrained oder train: all verwenden</translation>
    </message>
    <message>
        <source>keeps every weight of the layers on every rank, in 4 bits; use none, or a strategy that does not divide weights</source>
        <translation>hält jedes Gewicht der Schichten auf jedem Rang, in 4 Bit; none oder eine Strategie verwenden, die Gewichte nicht aufteilt</translation>
    </message>
    <message>
        <source>keeps the layers&apos; weights in 4 bits on the device; use none, or offload something else</source>
        <translation>hält die Gewichte der Schichten in 4 Bit auf dem Gerät; none verwenden oder anderes auslagern</translation>
    </message>
    <message>
        <source>cuts rows from data.train, which this task reads whole; name files in data.validation and data.test</source>
        <translation>schneidet Zeilen aus data.train, die diese Aufgabe ganz liest; Dateien in data.validation und data.test nennen</translation>
    </message>
    <message>
        <source>is longer than {} bytes; give the text that separates two labels, such as ;</source>
        <translation>ist länger als {} Byte; angeben, was zwischen zwei Labels steht, etwa ;</translation>
    </message>
    <message>
        <source>({}) cannot hold a row of data.max_length ({}) tokens; raise it, or lower data.max_length</source>
        <translation>({}) fasst keine Zeile mit data.max_length ({}) Token; erhöhen oder data.max_length senken</translation>
    </message>
    <message>
        <source>0 trains nothing; use -1 or at least 1</source>
        <translation>0 trainiert nichts; -1 oder mindestens 1 verwenden</translation>
    </message>
    <message>
        <source>belongs to optim: sgd; use that, or momentum: 0</source>
        <translation>gehört zu optim: sgd; dieses oder momentum: 0 verwenden</translation>
    </message>
    <message>
        <source>belongs to optim: sgd; use that, or nesterov: false</source>
        <translation>gehört zu optim: sgd; dieses oder nesterov: false verwenden</translation>
    </message>
    <message>
        <source>needs momentum above 0; set training.momentum (0.9 is usual), or nesterov: false</source>
        <translation>braucht Momentum über 0; training.momentum setzen (0.9 ist üblich) oder nesterov: false</translation>
    </message>
    <message>
        <source>must be above 1, or 0 for never</source>
        <translation>muss über 1 sein, oder 0 für nie</translation>
    </message>
    <message>
        <source>rewind needs checkpoints, which logging.level: none disables; use skip or stop</source>
        <translation>rewind braucht Checkpoints, die logging.level: none auslässt; skip oder stop verwenden</translation>
    </message>
    <message>
        <source>must be above 0 with strategy: steps; say how many steps</source>
        <translation>muss mit strategy: steps über 0 sein; die Zahl der Schritte angeben</translation>
    </message>
    <message>
        <source>needs validation rows; give data.validation, or data.validation_split (0.1 is usual), or use strategy: no</source>
        <translation>braucht Validierungszeilen; data.validation oder data.validation_split angeben (0.1 ist üblich) oder strategy: no verwenden</translation>
    </message>
    <message>
        <source>needs a validation text; name a file in data.validation, or use strategy: no</source>
        <translation>braucht einen Validierungstext; eine Datei in data.validation nennen oder strategy: no verwenden</translation>
    </message>
    <message>
        <source>needs evaluations; use evaluation.strategy: epoch or steps, or patience 0</source>
        <translation>braucht Auswertungen; evaluation.strategy: epoch oder steps verwenden, oder patience 0</translation>
    </message>
    <message>
        <source>is a callback, which logging.level: none disables; use level: full, or patience 0</source>
        <translation>ist ein Callback, den logging.level: none auslässt; level: full oder patience 0 verwenden</translation>
    </message>
    <message>
        <source>({}) is not a metric of task: {}; use {}</source>
        <translation>({}) ist keine Metrik von task: {}; {} verwenden</translation>
    </message>
    <message>
        <source>must be min for monitor: {}, which is better when it is low</source>
        <translation>muss min sein für monitor: {}, das niedrig besser ist</translation>
    </message>
    <message>
        <source>must be max for monitor: {}, which is better when it is high</source>
        <translation>muss max sein für monitor: {}, das hoch besser ist</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes training.gradient_accumulation_steps: there is no gradient left to add to; use optimizer_in_backward: false, or change training.gradient_accumulation_steps</source>
        <translation>aktualisiert jeden Parameter sofort, daher geht training.gradient_accumulation_steps nicht: Es bleibt kein Gradient, zu dem addiert werden könnte; optimizer_in_backward: false verwenden oder training.gradient_accumulation_steps ändern</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes training.max_grad_norm: the norm of all gradients is known only at the end; use optimizer_in_backward: false, or change training.max_grad_norm</source>
        <translation>aktualisiert jeden Parameter sofort, daher geht training.max_grad_norm nicht: Die Norm aller Gradienten ist erst am Ende bekannt; optimizer_in_backward: false verwenden oder training.max_grad_norm ändern</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes training.on_loss_spike: the update is made before the loss of all ranks is known; use optimizer_in_backward: false, or change training.on_loss_spike</source>
        <translation>aktualisiert jeden Parameter sofort, daher geht training.on_loss_spike nicht: Die Aktualisierung geschieht, bevor der Loss aller Ränge bekannt ist; optimizer_in_backward: false verwenden oder training.on_loss_spike ändern</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes parallel.processes: the other ranks&apos; gradients arrive later; use optimizer_in_backward: false, or change parallel.processes</source>
        <translation>aktualisiert jeden Parameter sofort, daher geht parallel.processes nicht: Die Gradienten der anderen Ränge kommen später; optimizer_in_backward: false verwenden oder parallel.processes ändern</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes parallel.strategy: it updates chunks of summed gradients; use optimizer_in_backward: false, or change parallel.strategy</source>
        <translation>aktualisiert jeden Parameter sofort, daher geht parallel.strategy nicht: Sie aktualisiert Stücke summierter Gradienten; optimizer_in_backward: false verwenden oder parallel.strategy ändern</translation>
    </message>
    <message>
        <source>updates each parameter immediately, which excludes precision.compute: its scaler must see all gradients before any update; use optimizer_in_backward: false, or change precision.compute</source>
        <translation>aktualisiert jeden Parameter sofort, daher geht precision.compute nicht: Der Scaler muss alle Gradienten vor jeder Aktualisierung sehen; optimizer_in_backward: false verwenden oder precision.compute ändern</translation>
    </message>
    <message>
        <source>needs tensors to stay on the device, which memory.offload moves; use one of the two</source>
        <translation>braucht Tensoren, die auf dem Gerät bleiben, doch memory.offload verschiebt sie; eines von beiden verwenden</translation>
    </message>
    <message>
        <source>records a few sizes of packed batches; use data.batching: packed, or static_graph: false</source>
        <translation>zeichnet wenige Größen gepackter Batches auf; data.batching: packed oder static_graph: false verwenden</translation>
    </message>
    <message>
        <source>cannot record random numbers that are drawn again, as memory.activation_checkpointing does; use one of the two</source>
        <translation>kann keine Zufallszahlen aufzeichnen, die erneut gezogen werden, wie memory.activation_checkpointing es tut; eines von beiden verwenden</translation>
    </message>
    <message>
        <source>records after a warm-up pass that must not change weights, but memory.optimizer_in_backward updates them in that pass; use one of the two</source>
        <translation>zeichnet nach einem Aufwärmdurchlauf auf, der keine Gewichte ändern darf, aber memory.optimizer_in_backward aktualisiert sie darin; eines von beiden verwenden</translation>
    </message>
    <message>
        <source>has nothing to record: with model.train: features the encoder runs once; use static_graph: false</source>
        <translation>hat nichts aufzuzeichnen: Mit model.train: features läuft der Encoder einmal; static_graph: false verwenden</translation>
    </message>
    <message>
        <source>are answered by one rank, which holds only a part of the weights under this strategy; remove them or use zero2</source>
        <translation>werden von einem Rang beantwortet, der mit dieser Strategie nur einen Teil der Gewichte hält; entfernen oder zero2 verwenden</translation>
    </message>
    <message>
        <source>records one process&apos;s step, without the exchange between ranks; use processes: 1 with strategy: single, or static_graph: false</source>
        <translation>zeichnet den Schritt eines Prozesses auf, ohne den Austausch zwischen Rängen; processes: 1 mit strategy: single oder static_graph: false verwenden</translation>
    </message>
    <message>
        <source>records one process&apos;s step, and parallel.strategy divides its state; use strategy: single, or static_graph: false</source>
        <translation>zeichnet den Schritt eines Prozesses auf, und parallel.strategy teilt dessen Zustand; strategy: single oder static_graph: false verwenden</translation>
    </message>
    <message>
        <source>tf32 is a type to compute in, not to store; use fp32</source>
        <translation>tf32 ist ein Typ zum Rechnen, nicht zum Speichern; fp32 verwenden</translation>
    </message>
    <message>
        <source>must be the type of 16-bit params; use the same for both, or params: fp32</source>
        <translation>muss der Typ der 16-Bit-Parameter sein; für beide denselben oder params: fp32 verwenden</translation>
    </message>
    <message>
        <source>streams the optimizer&apos;s state through the GPU in parts, which training.optim: adamw_8bit does not support; use adamw, or leave optimizer out</source>
        <translation>streamt den Zustand des Optimierers in Teilen durch die GPU, was training.optim: adamw_8bit nicht unterstützt; adamw verwenden oder optimizer weglassen</translation>
    </message>
    <message>
        <source>({}) must be a multiple of pipeline_stages x tensor_size ({})</source>
        <translation>({}) muss ein Vielfaches von pipeline_stages x tensor_size ({}) sein</translation>
    </message>
    <message>
        <source>single is one data rank, but processes is {}; use strategy: ddp, or processes: {}</source>
        <translation>single ist ein Datenrang, doch processes ist {}; strategy: ddp oder processes: {} verwenden</translation>
    </message>
    <message>
        <source>raise ends the run when a rank has fewer batches than another, and with batches counted in tokens (training.max_tokens_per_batch) the numbers nearly always differ; use shadow</source>
        <translation>raise beendet den Lauf, wo ein Rang weniger Batches als ein anderer hat, und in Token gezählte Batches (training.max_tokens_per_batch) sind fast immer verschieden viele; shadow verwenden</translation>
    </message>
    <message>
        <source>lists fewer devices than processes ({}); each rank needs its own</source>
        <translation>listet weniger Geräte als Prozesse ({}); jeder Rang braucht ein eigenes</translation>
    </message>
    <message>
        <source>{} gathers a stage&apos;s parameters or divides its gradients again for every micro-batch; use zero1 or ddp, or parallel.pipeline_stages: 1</source>
        <translation>{} sammelt die Parameter einer Stufe oder teilt ihre Gradienten bei jedem Micro-Batch erneut; zero1 oder ddp verwenden oder parallel.pipeline_stages: 1</translation>
    </message>
    <message>
        <source>lists the layers of {} stages, but pipeline_stages is {}</source>
        <translation>listet die Schichten von {} Stufen, doch pipeline_stages ist {}</translation>
    </message>
    <message>
        <source>nccl runs only on GPUs, and devices: auto may select the processors; use gloo or auto, or parallel.devices: cuda</source>
        <translation>nccl läuft nur auf GPUs, und devices: auto nimmt vielleicht die Prozessoren; gloo oder auto verwenden oder parallel.devices: cuda</translation>
    </message>
    <message>
        <source>must be at least twice heartbeat_seconds, or healthy ranks count as hung</source>
        <translation>muss mindestens das Doppelte von heartbeat_seconds sein, sonst gelten gesunde Ränge als hängend</translation>
    </message>
    <message>
        <source>{} does not run with several parallel.pipeline_stages in this version yet; use {}, or pipeline_stages: 1</source>
        <translation>{} läuft in dieser Version noch nicht mit mehreren parallel.pipeline_stages; {} verwenden oder pipeline_stages: 1</translation>
    </message>
    <message>
        <source>{} does not run with parallel.tensor_size above 1 in this version yet; use {}, or tensor_size: 1</source>
        <translation>{} läuft in dieser Version noch nicht mit parallel.tensor_size über 1; {} verwenden oder tensor_size: 1</translation>
    </message>
    <message>
        <source>{} does not run in this version yet; leave parameters out on several GPUs, or use parallel.processes: 1</source>
        <translation>{} läuft in dieser Version noch nicht; parameters auf mehreren GPUs weglassen oder parallel.processes: 1 verwenden</translation>
    </message>
    <message>
        <source>{} does not run in this version yet; leave optimizer out of memory.offload, or use false</source>
        <translation>{} läuft in dieser Version noch nicht; optimizer aus memory.offload weglassen oder false verwenden</translation>
    </message>
    <message>
        <source>{} does not run in this version yet; where several blocks run again together, use memory.activation_checkpointing: block, or leave parameters out of memory.offload</source>
        <translation>{} läuft in dieser Version noch nicht; wo mehrere Blöcke zusammen erneut laufen, memory.activation_checkpointing: block verwenden oder parameters aus memory.offload weglassen</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>one of {}</source>
        <translation>eines von {}</translation>
    </message>
    <message>
        <source>a list of {}, or []</source>
        <translation>eine Liste von {} oder []</translation>
    </message>
    <message>
        <source>one of {}, or {}</source>
        <translation>eines von {} oder {}</translation>
    </message>
    <message>
        <source>text that is {}</source>
        <translation>Text, der {} ist</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>a path</source>
        <translation>ein Pfad</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a whole number from {}</source>
        <translation>eine ganze Zahl ab {}</translation>
    </message>
    <message>
        <source>a whole number above {}</source>
        <translation>eine ganze Zahl über {}</translation>
    </message>
    <message>
        <source>a whole number up to {}</source>
        <translation>eine ganze Zahl bis {}</translation>
    </message>
    <message>
        <source>a whole number from {} to {}</source>
        <translation>eine ganze Zahl von {} bis {}</translation>
    </message>
    <message>
        <source>a whole number above {} to {}</source>
        <translation>eine ganze Zahl über {} bis {}</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a number from {}</source>
        <translation>eine Zahl ab {}</translation>
    </message>
    <message>
        <source>a number above {}</source>
        <translation>eine Zahl über {}</translation>
    </message>
    <message>
        <source>a number up to {}</source>
        <translation>eine Zahl bis {}</translation>
    </message>
    <message>
        <source>a number from {} to {}</source>
        <translation>eine Zahl von {} bis {}</translation>
    </message>
    <message>
        <source>a number above {} to {}</source>
        <translation>eine Zahl über {} bis {}</translation>
    </message>
    <message>
        <source>{}, or null</source>
        <translation>{} oder null</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not {}</source>
        <translation>&quot;{}&quot; ist nicht {}</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not {} (did you mean {}?)</source>
        <translation>&quot;{}&quot; ist nicht {} (gemeint: {}?)</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is listed twice</source>
        <translation>&quot;{}&quot; steht zweimal da</translation>
    </message>
    <message>
        <source>&quot;{}&quot; holds control characters or is not UTF-8</source>
        <translation>&quot;{}&quot; enthält Steuerzeichen oder ist nicht UTF-8</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is longer than {} bytes</source>
        <translation>&quot;{}&quot; ist länger als {} Byte</translation>
    </message>
    <message>
        <source>has no value; write {}, or leave the line out for {}</source>
        <translation>hat keinen Wert; {} schreiben oder die Zeile für {} weglassen</translation>
    </message>
    <message>
        <source>has no value; write {}, or leave the line out</source>
        <translation>hat keinen Wert; {} schreiben oder die Zeile weglassen</translation>
    </message>
    <message>
        <source>takes one value: {}</source>
        <translation>nimmt einen Wert: {}</translation>
    </message>
    <message>
        <source>takes plain values: {}</source>
        <translation>nimmt einfache Werte: {}</translation>
    </message>
    <message>
        <source>write $NAME or ${NAME} for an environment variable, $$ for a dollar</source>
        <translation>$NAME oder ${NAME} für eine Umgebungsvariable schreiben, $$ für ein Dollarzeichen</translation>
    </message>
    <message>
        <source>the environment variable {} is not set; set it (export {}=...), or write the path itself</source>
        <translation>die Umgebungsvariable {} ist nicht gesetzt; setzen (export {}=...) oder den Pfad selbst schreiben</translation>
    </message>
    <message>
        <source>a path longer than {} bytes</source>
        <translation>ein Pfad, länger als {} Byte</translation>
    </message>
    <message>
        <source>no such key</source>
        <translation>kein solcher Schlüssel</translation>
    </message>
    <message>
        <source>no such key; did you mean {}?</source>
        <translation>kein solcher Schlüssel; gemeint: {}?</translation>
    </message>
    <message>
        <source>no such key; `tunedesk preset keys` lists them all</source>
        <translation>kein solcher Schlüssel; `tunedesk preset keys` listet alle</translation>
    </message>
    <message>
        <source>no such key; the top has {}, and the sections {}</source>
        <translation>kein solcher Schlüssel; oben gibt es {} und die Abschnitte {}</translation>
    </message>
    <message>
        <source>no such key; {} has {}</source>
        <translation>kein solcher Schlüssel; {} hat {}</translation>
    </message>
    <message>
        <source>a preset sets no output folder; give the run folder with `run --run-dir DIR`</source>
        <translation>ein Preset sagt nicht, wohin geschrieben wird; den Ordner des Laufs mit `run --run-dir DIR` angeben</translation>
    </message>
    <message>
        <source>a preset is data and cannot run commands</source>
        <translation>ein Preset besteht aus Daten und führt nichts aus</translation>
    </message>
    <message>
        <source>this key is given twice, first in line {}; keep one</source>
        <translation>dieser Schlüssel steht zweimal da, zuerst in Zeile {}; einen behalten</translation>
    </message>
    <message>
        <source>gives {} a second time, after {} in line {}; keep one</source>
        <translation>gibt {} ein zweites Mal an, nach {} in Zeile {}; einen behalten</translation>
    </message>
    <message>
        <source>is a section: write its keys below it or in { }</source>
        <translation>ist ein Abschnitt: Seine Schlüssel stehen darunter oder in { }</translation>
    </message>
    <message>
        <source>takes one file name</source>
        <translation>nimmt einen Dateinamen</translation>
    </message>
    <message>
        <source>this program reads only schema version {}; write `tunedesk: {}`, or use the release that wrote the preset</source>
        <translation>dieses Programm liest nur Schemaversion {}; `tunedesk: {}` schreiben oder die Version verwenden, die das Preset geschrieben hat</translation>
    </message>
    <message>
        <source>write --set KEY=VALUE, as --set training.learning_rate=2e-5</source>
        <translation>--set SCHLÜSSEL=WERT schreiben, etwa --set training.learning_rate=2e-5</translation>
    </message>
    <message>
        <source>cannot open {}: {}</source>
        <translation>kann {} nicht öffnen: {}</translation>
    </message>
    <message>
        <source>cannot read {}: {}</source>
        <translation>kann {} nicht lesen: {}</translation>
    </message>
    <message>
        <source>{} is not a file</source>
        <translation>{} ist keine Datei</translation>
    </message>
    <message>
        <source>{} extends itself, through {} files</source>
        <translation>{} erweitert sich selbst, über {} Dateien</translation>
    </message>
    <message>
        <source>more than {} files extend each other</source>
        <translation>mehr als {} Dateien erweitern einander</translation>
    </message>
    <message>
        <source>{} of text; the limit is {}</source>
        <translation>{} Text; höchstens {} werden gelesen</translation>
    </message>
    <message>
        <source>not valid YAML: {}</source>
        <translation>kein gültiges YAML: {}</translation>
    </message>
    <message>
        <source>not valid YAML: a tab indents this line; use spaces</source>
        <translation>kein gültiges YAML: Ein Tabulator rückt diese Zeile ein; Leerzeichen verwenden</translation>
    </message>
    <message>
        <source>not valid YAML: this quote is never closed</source>
        <translation>kein gültiges YAML: Dieses Anführungszeichen wird nie geschlossen</translation>
    </message>
    <message>
        <source>this alias refers to itself (a cycle)</source>
        <translation>dieser Alias ist Teil dessen, wofür er steht (ein Zyklus)</translation>
    </message>
    <message>
        <source>YAML tags (!) are not allowed in a preset</source>
        <translation>YAML-Tags (!) haben in einem Preset keinen Platz</translation>
    </message>
    <message>
        <source>merge keys (&lt;&lt;) are not allowed in a preset; use extends: FILE</source>
        <translation>Merge-Schlüssel (&lt;&lt;) haben in einem Preset keinen Platz; extends: DATEI verwenden</translation>
    </message>
    <message>
        <source>a key must be a plain name</source>
        <translation>ein Schlüssel muss ein einfacher Name sein</translation>
    </message>
    <message>
        <source>nested deeper than {} levels</source>
        <translation>tiefer als {} Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>more than {} values, aliases expanded</source>
        <translation>mehr als {} Werte, Aliasse ausgeschrieben</translation>
    </message>
    <message>
        <source>more than {} of text, aliases expanded</source>
        <translation>mehr als {} Text, Aliasse ausgeschrieben</translation>
    </message>
    <message>
        <source>more than {} brackets</source>
        <translation>mehr als {} Klammern</translation>
    </message>
    <message>
        <source>more than {} commas</source>
        <translation>mehr als {} Kommas</translation>
    </message>
    <message>
        <source>the control character {}</source>
        <translation>das Steuerzeichen {}</translation>
    </message>
    <message>
        <source>this is not UTF-8; save the file as UTF-8</source>
        <translation>das ist kein UTF-8; die Datei als UTF-8 speichern</translation>
    </message>
    <message>
        <source>a second document (---); a preset is one document</source>
        <translation>ein zweites Dokument (---); ein Preset ist ein Dokument</translation>
    </message>
    <message>
        <source>a preset is a map of keys, as `training:` with its keys below</source>
        <translation>ein Preset ist eine Abbildung von Schlüsseln, etwa `training:` mit seinen Schlüsseln darunter</translation>
    </message>
    <message>
        <source>is missing: the presets to run, one a line after `- `</source>
        <translation>fehlt: die auszuführenden Presets, eines pro Zeile nach `- `</translation>
    </message>
    <message>
        <source>this is a preset, not a recipe; next: tunedesk run {}</source>
        <translation>das ist ein Preset, kein Rezept; weiter: tunedesk run {}</translation>
    </message>
    <message>
        <source>a recipe needs `recipe: 1`, the version that this program reads</source>
        <translation>ein Rezept sagt `recipe: 1`, die Version, die dieses Programm liest</translation>
    </message>
    <message>
        <source>a recipe has `title`, a line; `rows`, a list; and `small`, sections of a preset</source>
        <translation>ein Rezept hat `title`, eine Zeile; `rows`, eine Liste; und `small`, Abschnitte eines Presets</translation>
    </message>
    <message>
        <source>a recipe has {} rows at most</source>
        <translation>ein Rezept hat höchstens {} Zeilen</translation>
    </message>
    <message>
        <source>a row is a preset&apos;s file, or has `preset` and `batch_size`</source>
        <translation>eine Zeile ist die Datei eines Presets oder hat `preset` und `batch_size`</translation>
    </message>
    <message>
        <source>a row has `preset` and `batch_size`, which is `preset` or `largest`</source>
        <translation>eine Zeile hat `preset` und `batch_size`, das `preset` oder `largest` ist</translation>
    </message>
    <message>
        <source>has two presets named {}</source>
        <translation>hat zwei Presets mit dem Namen {}</translation>
    </message>
    <message>
        <source>stopping: the step is finished and saved</source>
        <translation>stoppt: der Schritt wird beendet und gespeichert</translation>
    </message>
    <message>
        <source>pausing after this step</source>
        <translation>pausiert nach diesem Schritt</translation>
    </message>
    <message>
        <source>continuing</source>
        <translation>läuft weiter</translation>
    </message>
    <message>
        <source>saving a checkpoint after this step</source>
        <translation>speichert nach diesem Schritt einen Checkpoint</translation>
    </message>
    <message>
        <source>saving a checkpoint; the run stays paused</source>
        <translation>speichert einen Checkpoint; der Lauf bleibt pausiert</translation>
    </message>
    <message>
        <source>killed; the last committed checkpoint is kept</source>
        <translation>abgebrochen; der letzte abgeschlossene Checkpoint bleibt</translation>
    </message>
    <message>
        <source>SLURM job {} is cancelled</source>
        <translation>SLURM-Job {} wird abgebrochen</translation>
    </message>
    <message>
        <source>the run is {}</source>
        <translation>der Lauf ist {}</translation>
    </message>
    <message>
        <source>no such command</source>
        <translation>kein solcher Befehl</translation>
    </message>
    <message>
        <source>checkpoint of step {}</source>
        <translation>Checkpoint von Schritt {}</translation>
    </message>
    <message>
        <source>checkpoint of step {}, metrics to step {}</source>
        <translation>Checkpoint von Schritt {}, Metriken bis Schritt {}</translation>
    </message>
    <message>
        <source>no checkpoint yet</source>
        <translation>noch kein Checkpoint</translation>
    </message>
    <message>
        <source>no checkpoint yet, metrics to step {}</source>
        <translation>noch kein Checkpoint, Metriken bis Schritt {}</translation>
    </message>
    <message>
        <source>the last committed checkpoint, if there was one</source>
        <translation>der letzte abgeschlossene Checkpoint, falls es einen gab</translation>
    </message>
    <message>
        <source>the last committed checkpoint, if there was one, metrics to step {}</source>
        <translation>der letzte abgeschlossene Checkpoint, falls es einen gab, Metriken bis Schritt {}</translation>
    </message>
    <message>
        <source>rank {} did not enter the {}, which rank {} did (step {})</source>
        <translation>Rang {} hat {} nicht begonnen, Rang {} jedoch (Schritt {})</translation>
    </message>
    <message>
        <source>rank {} called the {} where rank {} called the {} (step {})</source>
        <translation>Rang {} rief {} auf, wo Rang {} {} aufrief (Schritt {})</translation>
    </message>
    <message>
        <source>all ranks entered the {}, which did not finish (step {})</source>
        <translation>alle Ränge waren in {}, was nicht endete (Schritt {})</translation>
    </message>
    <message>
        <source>rank {} did not finish the {} that the others waited for (step {})</source>
        <translation>Rang {} hat {} nicht beendet, worauf die anderen warteten (Schritt {})</translation>
    </message>
    <message>
        <source>rank {} failed after the {} (step {})</source>
        <translation>Rang {} scheiterte nach {} (Schritt {})</translation>
    </message>
    <message>
        <source>rank {}: {} {} of {} bytes, ranks {}, block {}</source>
        <translation>Rang {}: {} Nr. {} mit {} Byte, Ränge {}, Block {}</translation>
    </message>
    <message>
        <source>libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>Kopie</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>logits {}</source>
        <translation>Logits {}</translation>
    </message>
    <message>
        <source>gradients {}</source>
        <translation>Gradienten {}</translation>
    </message>
    <message>
        <source>nccl</source>
        <translation>NCCL</translation>
    </message>
    <message>
        <source>nccl, {} GPUs</source>
        <translation>NCCL, {} GPUs</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>training {}</source>
        <translation>Training {}</translation>
    </message>
    <message>
        <source>static graph</source>
        <translation>Static Graph</translation>
    </message>
    <message>
        <source>static graph, {}</source>
        <translation>Static Graph, {}</translation>
    </message>
    <message>
        <source>8-bit AdamW</source>
        <translation>8-Bit-AdamW</translation>
    </message>
    <message>
        <source>activation checkpointing</source>
        <translation>Activation Checkpointing</translation>
    </message>
    <message>
        <source>optimizer in backward</source>
        <translation>Optimierer im Rückwärtsgang</translation>
    </message>
    <message>
        <source>optimizer offloaded</source>
        <translation>Optimierer ausgelagert</translation>
    </message>
    <message>
        <source>parameters offloaded</source>
        <translation>Parameter ausgelagert</translation>
    </message>
    <message>
        <source>activations offloaded</source>
        <translation>Aktivierungen ausgelagert</translation>
    </message>
    <message>
        <source>the worker reported nothing</source>
        <translation>der Worker hat nichts gemeldet</translation>
    </message>
    <message>
        <source>LibTorch has no kernels for {}, only for {}</source>
        <translation>LibTorch hat keine Kernel für {}, nur für {}</translation>
    </message>
    <message>
        <source>needs compute capability {}</source>
        <translation>braucht Compute Capability {}</translation>
    </message>
    <message>
        <source>the check timed out</source>
        <translation>Zeitüberschreitung der Prüfung</translation>
    </message>
    <message>
        <source>the reference training on the CPU failed</source>
        <translation>das Vergleichstraining auf der CPU ist gescheitert</translation>
    </message>
    <message>
        <source>it wrote no weights</source>
        <translation>es hinterließ keine Gewichte</translation>
    </message>
    <message>
        <source>weights differ; losses differ by {}</source>
        <translation>andere Gewichte; die Losses unterscheiden sich um {}</translation>
    </message>
    <message>
        <source>hung: no output for {} s</source>
        <translation>hängt: keine Ausgabe seit {} s</translation>
    </message>
    <message>
        <source>killed by signal {}</source>
        <translation>durch Signal {} beendet</translation>
    </message>
    <message>
        <source>exited with code {} without a message</source>
        <translation>mit Code {} ohne Meldung beendet</translation>
    </message>
    <message>
        <source>exited with code {}: {}</source>
        <translation>mit Code {} beendet: {}</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>not a number (NaN or Inf)</source>
        <translation>keine Zahl (NaN oder Inf)</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>differs by {}</source>
        <translation>weicht um {} ab</translation>
    </message>
    <message>
        <source>differs by {}, {} allowed</source>
        <translation>weicht um {} ab, {} erlaubt</translation>
    </message>
    <message>
        <source>used with {}</source>
        <translation>verwendet mit {}</translation>
    </message>
    <message>
        <source>determined by {}</source>
        <translation>von {} bestimmt</translation>
    </message>
    <message>
        <source>{} names a file</source>
        <translation>{} nennt eine Datei</translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation>{} ist {}</translation>
    </message>
    <message>
        <source>nothing is evaluated: evaluation.strategy is no</source>
        <translation>nichts wird ausgewertet: evaluation.strategy ist no</translation>
    </message>
    <message>
        <source>parallel.strategy is single: one process</source>
        <translation>parallel.strategy ist single: ein Prozess</translation>
    </message>
    <message>
        <source>used with several data ranks: parallel.strategy: ddp or a later one, and parallel.processes</source>
        <translation>verwendet mit mehreren Datenrängen: parallel.strategy: ddp oder eine spätere, und parallel.processes</translation>
    </message>
    <message>
        <source>the strategy sums gradients block by block; buckets are those of ddp</source>
        <translation>die Strategie summiert Gradienten Block für Block; Buckets gibt es bei ddp</translation>
    </message>
    <message>
        <source>this version supports only {}</source>
        <translation>diese Version unterstützt nur {}</translation>
    </message>
    <message>
        <source>this version supports no other value</source>
        <translation>diese Version unterstützt keinen anderen Wert</translation>
    </message>
</context>
<context>
    <name>PresetSection</name>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>LoRA adapters</source>
        <translation>LoRA-Adapter</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Ranks and devices</source>
        <translation>Ränge und Geräte</translation>
    </message>
    <message>
        <source>Checkpoints and best model</source>
        <translation>Checkpoints und bestes Modell</translation>
    </message>
    <message>
        <source>Logging</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Timeouts and limits</source>
        <translation>Zeitgrenzen und Limits</translation>
    </message>
</context>
<context>
    <name>PresetUnit</name>
    <message>
        <source>checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>micro-batches</source>
        <translation>Micro-Batches</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>windows</source>
        <translation>Fenster</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Save as %1…</source>
        <translation>Als %1 speichern…</translation>
    </message>
    <message>
        <source>Save the figure</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>The figure could not be saved</source>
        <translation>Das Diagramm konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>of a split: validation loss</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>macro F1</source>
        <translation>Makro-F1</translation>
    </message>
    <message>
        <source>micro F1</source>
        <translation>Mikro-F1</translation>
    </message>
    <message>
        <source>F1 by sample</source>
        <translation>F1 nach Beispiel</translation>
    </message>
    <message>
        <source>subset accuracy</source>
        <translation>Subset-Genauigkeit</translation>
    </message>
    <message>
        <source>mean average precision</source>
        <translation>Mean Average Precision</translation>
    </message>
    <message>
        <source>Pearson</source>
        <translation>Pearson</translation>
    </message>
    <message>
        <source>Spearman</source>
        <translation>Spearman</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>mittlerer quadratischer Fehler</translation>
    </message>
    <message>
        <source>mean absolute error</source>
        <translation>mittlerer absoluter Fehler</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>token accuracy</source>
        <translation>Token-Genauigkeit</translation>
    </message>
    <message>
        <source>exact match</source>
        <translation>exakte Übereinstimmung</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>rank 0</source>
        <translation>Rang 0</translation>
    </message>
    <message>
        <source>rank 0, allocated</source>
        <translation>Rang 0, zugewiesen</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Token/s</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>rank %1, allocated</source>
        <translation>Rang %1, zugewiesen</translation>
    </message>
    <message>
        <source>GPU %1, this run</source>
        <translation>GPU %1, dieser Lauf</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU %1, in use</source>
        <translation>GPU %1, belegt</translation>
    </message>
    <message>
        <source>GPU %1, in use of %2</source>
        <translation>GPU %1, belegt von %2</translation>
    </message>
</context>
<context>
    <name>ReportDocument</name>
    <message>
        <source>True and predicted numbers</source>
        <translation>Wahre und vorhergesagte Zahlen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Classification report</source>
        <translation>Klassifikationsbericht</translation>
    </message>
    <message>
        <source>Scores of each label</source>
        <translation>Werte jedes Labels</translation>
    </message>
    <message>
        <source>Scores of each type of entities</source>
        <translation>Werte jedes Typs von Entitäten</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preset</translation>
    </message>
    <message>
        <source>All other keys have their defaults.</source>
        <translation>Alle anderen Schlüssel haben ihren Standard.</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Training tokens</source>
        <translation>Trainings-Tokens</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Aufwand</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>Compiler</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>{} cores</source>
        <translation>{} Kerne</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Hashes of the data</source>
        <translation>Hashes der Daten</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Test rows of each class</source>
        <translation>Testzeilen jeder Klasse</translation>
    </message>
    <message>
        <source>True</source>
        <translation>Wahr</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>The {} most frequent of {} classes.</source>
        <translation>Die {} häufigsten von {} Klassen.</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>Konfusionsmatrix</translation>
    </message>
    <message>
        <source>A matrix of {} classes is not drawn; confusion.csv has it.</source>
        <translation>Eine Matrix von {} Klassen wird nicht gezeichnet; sie steht in confusion.csv.</translation>
    </message>
    <message>
        <source>Test rows by true and predicted class</source>
        <translation>Testzeilen nach wahrer und vorhergesagter Klasse</translation>
    </message>
    <message>
        <source>Predicted class</source>
        <translation>Vorhergesagte Klasse</translation>
    </message>
    <message>
        <source>True class</source>
        <translation>Wahre Klasse</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>tested</source>
        <translation>getestet</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>False positive rate</source>
        <translation>Falsch-Positiv-Rate</translation>
    </message>
    <message>
        <source>True positive rate</source>
        <translation>Richtig-Positiv-Rate</translation>
    </message>
    <message>
        <source>Precision-recall (AP: average precision)</source>
        <translation>Precision-Recall (AP: Average Precision)</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Mean predicted probability</source>
        <translation>Mittlere vorhergesagte Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Share of positives</source>
        <translation>Anteil der Positiven</translation>
    </message>
    <message>
        <source>area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>AP</source>
        <translation>AP</translation>
    </message>
    <message>
        <source>Test curves</source>
        <translation>Kurven des Tests</translation>
    </message>
    <message>
        <source>The {} of {} classes with the lowest scores, each against the rest.</source>
        <translation>Die {} von {} Klassen mit den niedrigsten Werten, jede gegen die übrigen.</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>Average Precision</translation>
    </message>
    <message>
        <source>Micro average</source>
        <translation>Mikro-Mittel</translation>
    </message>
    <message>
        <source>Macro average</source>
        <translation>Makro-Mittel</translation>
    </message>
    <message>
        <source>Weighted average</source>
        <translation>Gewichtetes Mittel</translation>
    </message>
    <message>
        <source>Samples average</source>
        <translation>Mittel über Beispiele</translation>
    </message>
    <message>
        <source>en</source>
        <translation>de</translation>
    </message>
    <message>
        <source>{} test rows</source>
        <translation>{} Testzeilen</translation>
    </message>
    <message>
        <source>{} test rows of {}</source>
        <translation>{} Testzeilen aus {}</translation>
    </message>
    <message>
        <source>{} parameters, {} of them trained</source>
        <translation>{} Parameter, {} davon trainiert</translation>
    </message>
    <message>
        <source>Accuracy {} (baseline {})</source>
        <translation>Genauigkeit {} (Baseline {})</translation>
    </message>
    <message>
        <source>Trained for {} steps, without a test</source>
        <translation>{} Schritte trainiert, ohne Test</translation>
    </message>
    <message>
        <source>No result yet</source>
        <translation>Noch kein Ergebnis</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>“{}” is predicted as “{}” once</source>
        <translation>„{}“ wird einmal als „{}“ vorhergesagt</translation>
    </message>
    <message>
        <source>“{}” is predicted as “{}” {} times</source>
        <translation>„{}“ wird als „{}“ vorhergesagt, {}-mal</translation>
    </message>
    <message>
        <source>Every test row is predicted correctly.</source>
        <translation>Jede Testzeile ist richtig vorhergesagt.</translation>
    </message>
    <message>
        <source>Worst confusions: {}.</source>
        <translation>Häufigste Verwechslungen: {}.</translation>
    </message>
    <message>
        <source>The baseline always answers “{}”, the most frequent class.</source>
        <translation>Die Baseline antwortet immer „{}“, die häufigste Klasse.</translation>
    </message>
    <message>
        <source>Expected calibration error: {}.</source>
        <translation>Erwarteter Kalibrierungsfehler: {}.</translation>
    </message>
    <message>
        <source>Accuracy of the run {}: {}.</source>
        <translation>Genauigkeit des Laufs {}: {}.</translation>
    </message>
    <message>
        <source>The weights of step {} were tested (best {}: {}).</source>
        <translation>Getestet wurden die Gewichte von Schritt {} (bester Wert von {}: {}).</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Validation sets</source>
        <translation>Validierungsdaten</translation>
    </message>
</context>
<context>
    <name>RowFault</name>
    <message>
        <source>a string</source>
        <translation>ein String</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>ein Array</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>eine Liste von Strings</translation>
    </message>
    <message>
        <source>a list of strings or numbers</source>
        <translation>eine Liste von Strings oder Zahlen</translation>
    </message>
    <message>
        <source>a list of strings, numbers, true or false, or one</source>
        <translation>eine Liste von Strings, Zahlen, true oder false, oder eines davon</translation>
    </message>
    <message>
        <source>a string, a number, true or false</source>
        <translation>ein String, eine Zahl, true oder false</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>der Text ist leer</translation>
    </message>
    <message>
        <source>the label is empty</source>
        <translation>das Label ist leer</translation>
    </message>
    <message>
        <source>the text to compare with the first one is empty</source>
        <translation>der Text, mit dem der erste verglichen wird, ist leer</translation>
    </message>
    <message>
        <source>unknown label {}</source>
        <translation>unbekanntes Label {}</translation>
    </message>
    <message>
        <source>the label {} is not a number</source>
        <translation>das Label {} ist keine Zahl</translation>
    </message>
    <message>
        <source>the label column {} has {}, neither 1 nor 0</source>
        <translation>die Labelspalte {} hat {}, weder 1 noch 0</translation>
    </message>
    <message>
        <source>the score {} is outside {} to {}</source>
        <translation>der Wert {} liegt außerhalb von {} bis {}</translation>
    </message>
    <message>
        <source>{} is not a list of objects with role (user, assistant, or system at the beginning) and content that has an answer</source>
        <translation>{} ist keine Liste von Objekten mit role (user, assistant oder am Anfang system) und content, die eine Antwort enthält</translation>
    </message>
    <message>
        <source>1 field where the header has {}</source>
        <translation>1 Feld, wo die Kopfzeile {} hat</translation>
    </message>
    <message>
        <source>{} fields where the header has {}</source>
        <translation>{} Felder, wo die Kopfzeile {} hat</translation>
    </message>
    <message>
        <source>columns of the line: {}, of the file: {}</source>
        <translation>Spalten der Zeile: {}, der Datei: {}</translation>
    </message>
    <message>
        <source>the word is missing</source>
        <translation>das Wort fehlt</translation>
    </message>
    <message>
        <source>the word {} has no tag</source>
        <translation>das Wort {} hat kein Tag</translation>
    </message>
    <message>
        <source>the tag {} contains white space</source>
        <translation>das Tag {} enthält Leerraum</translation>
    </message>
    <message>
        <source>number of words: {}, of tags: {}</source>
        <translation>Zahl der Wörter: {}, der Tags: {}</translation>
    </message>
    <message>
        <source>the list of tag names has no name for the tag {}</source>
        <translation>die Liste der Tag-Namen hat keinen Namen für das Tag {}</translation>
    </message>
    <message>
        <source>a quote is opened here and not closed correctly</source>
        <translation>ein Anführungszeichen wird hier geöffnet und nicht richtig geschlossen</translation>
    </message>
    <message>
        <source>a quote is opened here, and text follows its closing quote some lines later</source>
        <translation>ein Anführungszeichen wird hier geöffnet, und dem schließenden, Zeilen später, folgt Text</translation>
    </message>
    <message>
        <source>a field is larger than 16 MiB</source>
        <translation>ein Feld ist größer als 16 MiB</translation>
    </message>
    <message>
        <source>NUL byte</source>
        <translation>NUL-Byte</translation>
    </message>
    <message>
        <source>NUL byte (as \u0000)</source>
        <translation>NUL-Byte (als \u0000)</translation>
    </message>
    <message>
        <source>not UTF-8</source>
        <translation>nicht UTF-8</translation>
    </message>
    <message>
        <source>the header again</source>
        <translation>noch einmal die Kopfzeile</translation>
    </message>
    <message>
        <source>no key {}</source>
        <translation>kein Schlüssel {}</translation>
    </message>
    <message>
        <source>the key {} is given twice</source>
        <translation>der Schlüssel {} ist zweimal angegeben</translation>
    </message>
    <message>
        <source>{} is {}, not {}</source>
        <translation>{} ist {}, nicht {}</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>kein JSON-Objekt</translation>
    </message>
    <message>
        <source>nested deeper than 64 levels</source>
        <translation>tiefer als 64 Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>invalid JSON: &apos;:&apos; is missing</source>
        <translation>ungültiges JSON: &apos;:&apos; fehlt</translation>
    </message>
    <message>
        <source>invalid JSON: &apos;,&apos; or a closing bracket is missing</source>
        <translation>ungültiges JSON: &apos;,&apos; oder eine schließende Klammer fehlt</translation>
    </message>
    <message>
        <source>invalid JSON: text follows the object</source>
        <translation>ungültiges JSON: Dem Objekt folgt Text</translation>
    </message>
    <message>
        <source>invalid JSON: \u needs four hex digits</source>
        <translation>ungültiges JSON: \u braucht vier Hexziffern</translation>
    </message>
    <message>
        <source>invalid JSON: unknown escape</source>
        <translation>ungültiges JSON: unbekanntes Escape</translation>
    </message>
    <message>
        <source>invalid JSON: half of a surrogate pair</source>
        <translation>ungültiges JSON: die Hälfte eines Surrogatpaars</translation>
    </message>
    <message>
        <source>invalid JSON: a string is missing</source>
        <translation>ungültiges JSON: ein String fehlt</translation>
    </message>
    <message>
        <source>invalid JSON: a control character inside a string</source>
        <translation>ungültiges JSON: ein Steuerzeichen in einem String</translation>
    </message>
    <message>
        <source>invalid JSON: a string is not closed</source>
        <translation>ungültiges JSON: ein String wird nicht geschlossen</translation>
    </message>
    <message>
        <source>invalid JSON: a value is missing</source>
        <translation>ungültiges JSON: ein Wert fehlt</translation>
    </message>
    <message>
        <source>invalid JSON: a number ends after its point</source>
        <translation>ungültiges JSON: Eine Zahl endet nach ihrem Punkt</translation>
    </message>
    <message>
        <source>invalid JSON: a number&apos;s exponent is missing</source>
        <translation>ungültiges JSON: Der Exponent einer Zahl fehlt</translation>
    </message>
</context>
<context>
    <name>RunAction</name>
    <message>
        <source>Resume</source>
        <translation>Wiederaufnehmen</translation>
    </message>
    <message>
        <source>Continues from the last checkpoint; steps after it are trained again.</source>
        <translation>Setzt ab dem letzten Checkpoint fort; Schritte danach werden erneut trainiert.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Finishes the step, saves a checkpoint and ends. Nothing is lost; Resume continues from there.</source>
        <translation>Beendet den Schritt, speichert einen Checkpoint und endet. Nichts geht verloren; Wiederaufnehmen setzt dort fort.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausieren</translation>
    </message>
    <message>
        <source>Halts after the step and waits. The processes and their memory are kept.</source>
        <translation>Hält nach dem Schritt an und wartet. Die Prozesse und ihr Speicher bleiben.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Continues with the next step.</source>
        <translation>Fährt mit dem nächsten Schritt fort.</translation>
    </message>
    <message>
        <source>Checkpoint now</source>
        <translation>Checkpoint jetzt</translation>
    </message>
    <message>
        <source>Saves a checkpoint after this step and continues training.</source>
        <translation>Speichert nach diesem Schritt einen Checkpoint und trainiert weiter.</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>Abbrechen (kill)</translation>
    </message>
    <message>
        <source>Ends all processes at once. The last checkpoint is kept; steps after it are lost.</source>
        <translation>Beendet alle Prozesse sofort. Der letzte Checkpoint bleibt; Schritte danach gehen verloren.</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Opens a copy of the run&apos;s preset. The run stays as it is.</source>
        <translation>Öffnet eine Kopie des Presets des Laufs. Der Lauf bleibt, wie er ist.</translation>
    </message>
    <message>
        <source>Free space</source>
        <translation>Platz schaffen</translation>
    </message>
    <message>
        <source>Removes the checkpoints. The best and the final model, the report and the curves are kept; the run can no longer be resumed from a checkpoint.</source>
        <translation>Entfernt die Checkpoints. Bestes und letztes Modell, Bericht und Kurven bleiben; der Lauf kann nicht dort wiederaufgenommen werden, wo er war.</translation>
    </message>
    <message>
        <source>Delete to trash</source>
        <translation>In den Papierkorb</translation>
    </message>
    <message>
        <source>Moves the whole run folder to the trash, from where it can be restored. The preset file and the data are not touched.</source>
        <translation>Verschiebt den ganzen Ordner des Laufs in den Papierkorb, aus dem er wiederhergestellt werden kann. Presetdatei und Daten bleiben unberührt.</translation>
    </message>
    <message>
        <source>Moves the whole run folder to the trash, from where it can be restored.</source>
        <translation>Verschiebt den ganzen Ordner des Laufs in den Papierkorb, aus dem er wiederhergestellt werden kann.</translation>
    </message>
    <message>
        <source>Folders that are moved with it: %1.</source>
        <translation>Ordner, die mit verschoben werden: %1.</translation>
    </message>
    <message numerus="yes">
        <source>The folder holds %n other run(s).</source>
        <translation>
            <numerusform>Der Ordner enthält %n anderen Lauf.</numerusform>
            <numerusform>Der Ordner enthält %n andere Läufe.</numerusform>
        </translation>
    </message>
    <message>
        <source>The run&apos;s own data files are in it, too.</source>
        <translation>Auch die eigenen Datendateien des Laufs sind darin.</translation>
    </message>
    <message>
        <source>The run&apos;s files are on %1: remove them there.</source>
        <translation>Die Dateien des Laufs sind auf %1: dort entfernen.</translation>
    </message>
    <message>
        <source>The run is running.</source>
        <translation>Der Lauf läuft.</translation>
    </message>
    <message>
        <source>The run has finished; nothing is left to do.</source>
        <translation>Der Lauf ist beendet; es bleibt nichts zu tun.</translation>
    </message>
    <message>
        <source>The run is running: stop it first.</source>
        <translation>Der Lauf läuft: zuerst stoppen.</translation>
    </message>
    <message>
        <source>The run is not running.</source>
        <translation>Der Lauf läuft nicht.</translation>
    </message>
    <message>
        <source>The run is ending.</source>
        <translation>Der Lauf endet gerade.</translation>
    </message>
    <message>
        <source>The run is paused.</source>
        <translation>Der Lauf ist pausiert.</translation>
    </message>
    <message>
        <source>The run is not paused.</source>
        <translation>Der Lauf ist nicht pausiert.</translation>
    </message>
    <message>
        <source>The run is starting.</source>
        <translation>Der Lauf startet.</translation>
    </message>
    <message>
        <source>The run continues.</source>
        <translation>Der Lauf läuft weiter.</translation>
    </message>
    <message>
        <source>%1 are free again.</source>
        <translation>%1 sind wieder frei.</translation>
    </message>
    <message>
        <source>The run is in the trash.</source>
        <translation>Der Lauf ist im Papierkorb.</translation>
    </message>
</context>
<context>
    <name>RunColumns</name>
    <message>
        <source>What differs</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Best in validation</source>
        <translation>Bestes in Validierung</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Letztes</translation>
    </message>
    <message>
        <source>Best val. loss</source>
        <translation>Bester Val.-Loss</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>Val.-Loss</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
</context>
<context>
    <name>RunEnding</name>
    <message>
        <source>something in the preset or the command line is wrong</source>
        <translation>etwas am Preset oder der Befehlszeile ist falsch</translation>
    </message>
    <message>
        <source>something is wrong with its data</source>
        <translation>etwas an seinen Daten ist falsch</translation>
    </message>
    <message>
        <source>something is wrong with its model or a checkpoint</source>
        <translation>etwas an seinem Modell oder einem Checkpoint ist falsch</translation>
    </message>
    <message>
        <source>not enough disk space or memory</source>
        <translation>nicht genug Plattenplatz oder Speicher</translation>
    </message>
    <message>
        <source>its folder, a port or a GPU was in use</source>
        <translation>sein Ordner, ein Port oder eine GPU war belegt</translation>
    </message>
    <message>
        <source>a rank died or hung</source>
        <translation>ein Rang starb oder hing</translation>
    </message>
    <message>
        <source>losses or gradients were not finite</source>
        <translation>Losses oder Gradienten waren nicht endlich</translation>
    </message>
    <message>
        <source>it was ended by signal %1</source>
        <translation>er wurde durch Signal %1 beendet</translation>
    </message>
    <message>
        <source>unknown cause</source>
        <translation>unbekannte Ursache</translation>
    </message>
    <message>
        <source>Open the report</source>
        <translation>Bericht öffnen</translation>
    </message>
    <message>
        <source>Report ready: %1</source>
        <translation>Bericht fertig: %1</translation>
    </message>
    <message>
        <source>%1 was stopped; nothing is lost.</source>
        <translation>%1 wurde gestoppt; nichts ist verloren.</translation>
    </message>
    <message>
        <source>%1 was interrupted: its supervisor exited without reporting a result. The last checkpoint is kept.</source>
        <translation>%1 wurde unterbrochen: Sein Supervisor endete, ohne ein Ergebnis zu melden. Der letzte Checkpoint bleibt.</translation>
    </message>
    <message>
        <source>%1 failed: %2 (exit code %3).</source>
        <translation>%1 ist fehlgeschlagen: %2 (Exit-Code %3).</translation>
    </message>
</context>
<context>
    <name>RunPhase</name>
    <message>
        <source>reading data</source>
        <translation>liest Daten</translation>
    </message>
    <message>
        <source>tokenizing</source>
        <translation>tokenisiert</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>lädt das Modell</translation>
    </message>
    <message>
        <source>features</source>
        <translation>Features</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>saving</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
</context>
<context>
    <name>RunState</name>
    <message>
        <source>queued</source>
        <translation>wartend</translation>
    </message>
    <message>
        <source>held</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>stoppt</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>nicht bestanden</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>pausiert gleich</translation>
    </message>
    <message>
        <source>terminating</source>
        <translation>wird beendet</translation>
    </message>
    <message>
        <source>failing</source>
        <translation>scheitert</translation>
    </message>
    <message>
        <source>killing</source>
        <translation>wird abgebrochen</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>folder gone</source>
        <translation>Ordner fort</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>ausgesondert</translation>
    </message>
</context>
<context>
    <name>RunSummary</name>
    <message>
        <source>Finished in %1</source>
        <translation>Beendet in %1</translation>
    </message>
    <message>
        <source>%1 after %2, at step %3</source>
        <translation>%1 nach %2, bei Schritt %3</translation>
    </message>
    <message>
        <source>best %1 at step %2</source>
        <translation>bestes %1 bei Schritt %2</translation>
    </message>
</context>
<context>
    <name>RunText</name>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
</context>
<context>
    <name>RunWarnings</name>
    <message>
        <source>GPU %1 has fallen off the bus</source>
        <translation>GPU %1 ist vom Bus gefallen</translation>
    </message>
    <message>
        <source>temperature of GPU %1: %2 °C</source>
        <translation>Temperatur von GPU %1: %2 °C</translation>
    </message>
    <message>
        <source>only %1 are left on the disk of the run</source>
        <translation>nur %1 sind auf der Platte des Laufs frei</translation>
    </message>
    <message>
        <source>%1 logged steps have a loss that is not finite</source>
        <translation>%1 protokollierte Schritte haben einen nicht endlichen Loss</translation>
    </message>
</context>
<context>
    <name>SplitText</name>
    <message>
        <source>, %1 rejected</source>
        <translation>, %1 abgelehnt</translation>
    </message>
    <message>
        <source>, %1 also in %2</source>
        <translation>, %1 auch in %2</translation>
    </message>
    <message>
        <source>%1: %2 rows (%3%)</source>
        <translation>%1: %2 Zeilen (%3 %)</translation>
    </message>
    <message>
        <source> (none)</source>
        <translation> (keine)</translation>
    </message>
    <message>
        <source> (by data.split_file)</source>
        <translation> (nach data.split_file)</translation>
    </message>
    <message>
        <source> (%1% of the rows)</source>
        <translation> (%1 % der Zeilen)</translation>
    </message>
    <message>
        <source>%1: %2 rows</source>
        <translation>%1: %2 Zeilen</translation>
    </message>
</context>
<context>
    <name>TaskTitle</name>
    <message>
        <source>Classify texts</source>
        <translation>Texte klassifizieren</translation>
    </message>
    <message>
        <source>Several labels per text</source>
        <translation>Mehrere Labels pro Text</translation>
    </message>
    <message>
        <source>Predict a number</source>
        <translation>Eine Zahl vorhersagen</translation>
    </message>
    <message>
        <source>Find names in texts</source>
        <translation>Namen in Texten finden</translation>
    </message>
    <message>
        <source>Continue texts</source>
        <translation>Texte fortsetzen</translation>
    </message>
    <message>
        <source>Answer in a chat</source>
        <translation>Im Chat antworten</translation>
    </message>
    <message>
        <source>Classify images</source>
        <translation>Bilder klassifizieren</translation>
    </message>
    <message>
        <source>Compare meanings</source>
        <translation>Bedeutungen vergleichen</translation>
    </message>
</context>
<context>
    <name>Yaml</name>
    <message>
        <source>illegal map value</source>
        <translation>unzulässiger Wert einer Abbildung</translation>
    </message>
    <message>
        <source>illegal map key</source>
        <translation>unzulässiger Schlüssel einer Abbildung</translation>
    </message>
    <message>
        <source>illegal block entry</source>
        <translation>unzulässiger Blockeintrag</translation>
    </message>
    <message>
        <source>illegal flow end</source>
        <translation>unzulässiges Ende einer Flow-Struktur</translation>
    </message>
    <message>
        <source>end of map not found</source>
        <translation>Ende der Abbildung nicht gefunden</translation>
    </message>
    <message>
        <source>end of map flow not found</source>
        <translation>Ende der Flow-Abbildung nicht gefunden</translation>
    </message>
    <message>
        <source>end of sequence not found</source>
        <translation>Ende der Sequenz nicht gefunden</translation>
    </message>
    <message>
        <source>end of sequence flow not found</source>
        <translation>Ende der Flow-Sequenz nicht gefunden</translation>
    </message>
    <message>
        <source>unknown token</source>
        <translation>unbekanntes Token</translation>
    </message>
    <message>
        <source>illegal EOF in scalar</source>
        <translation>unzulässiges Dateiende in einem Skalar</translation>
    </message>
    <message>
        <source>illegal document indicator in scalar</source>
        <translation>unzulässiger Dokumentanzeiger in einem Skalar</translation>
    </message>
    <message>
        <source>illegal character in scalar</source>
        <translation>unzulässiges Zeichen in einem Skalar</translation>
    </message>
    <message>
        <source>illegal tab when looking for indentation</source>
        <translation>unzulässiger Tabulator in der Einrückung</translation>
    </message>
    <message>
        <source>alias not found after *</source>
        <translation>kein Alias nach *</translation>
    </message>
    <message>
        <source>anchor not found after &amp;</source>
        <translation>kein Anker nach &amp;</translation>
    </message>
    <message>
        <source>illegal character found while scanning alias</source>
        <translation>unzulässiges Zeichen in einem Alias</translation>
    </message>
    <message>
        <source>illegal character found while scanning anchor</source>
        <translation>unzulässiges Zeichen in einem Anker</translation>
    </message>
    <message>
        <source>the referenced anchor is not defined</source>
        <translation>der genannte Anker ist nicht definiert</translation>
    </message>
    <message>
        <source>cannot assign multiple tags to the same node</source>
        <translation>ein Knoten kann nicht mehrere Tags haben</translation>
    </message>
    <message>
        <source>cannot assign multiple anchors to the same node</source>
        <translation>ein Knoten kann nicht mehrere Anker haben</translation>
    </message>
    <message>
        <source>cannot set zero indentation for a block scalar</source>
        <translation>ein Blockskalar kann nicht die Einrückung null haben</translation>
    </message>
    <message>
        <source>unexpected character in block scalar</source>
        <translation>unerwartetes Zeichen in einem Blockskalar</translation>
    </message>
    <message>
        <source>bad character found while scanning hex number</source>
        <translation>falsches Zeichen in einer Hexadezimalzahl</translation>
    </message>
    <message>
        <source>YAML directives must have exactly one argument</source>
        <translation>YAML-Direktiven müssen genau ein Argument haben</translation>
    </message>
    <message>
        <source>TAG directives must have exactly two arguments</source>
        <translation>TAG-Direktiven müssen genau zwei Argumente haben</translation>
    </message>
    <message>
        <source>YAML major version too large</source>
        <translation>YAML-Hauptversion zu groß</translation>
    </message>
    <message>
        <source>repeated YAML directive</source>
        <translation>wiederholte YAML-Direktive</translation>
    </message>
    <message>
        <source>repeated TAG directive</source>
        <translation>wiederholte TAG-Direktive</translation>
    </message>
    <message>
        <source>the file is UTF-16; save it as UTF-8</source>
        <translation>die Datei ist UTF-16; als UTF-8 speichern</translation>
    </message>
    <message>
        <source>a line ends with a carriage return (CR) alone; save the file with line ends LF or CRLF</source>
        <translation>eine Zeile endet nur mit einem Wagenrücklauf (CR); die Datei mit Zeilenenden LF oder CRLF speichern</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ActionBar</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More actions on the run</source>
        <translation>Weitere Aktionen für den Lauf</translation>
    </message>
    <message>
        <source>No run is shown.</source>
        <translation>Kein Lauf ist angezeigt.</translation>
    </message>
    <message>
        <source>An action is under way.</source>
        <translation>Eine Aktion läuft bereits.</translation>
    </message>
    <message>
        <source>Save the copy of the preset</source>
        <translation>Kopie des Presets speichern</translation>
    </message>
    <message>
        <source>Presets (*.yaml)</source>
        <translation>Presets (*.yaml)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Actions</name>
    <message>
        <source>Fine-tune my &amp;CSV…</source>
        <translation>Fine-Tuning mit meiner &amp;CSV…</translation>
    </message>
    <message>
        <source>Creates a preset for your own table</source>
        <translation>Erstellt ein Preset für eine eigene Tabelle</translation>
    </message>
    <message>
        <source>Ctrl+N</source>
        <translation>Ctrl+N</translation>
    </message>
    <message>
        <source>&amp;Quickstart</source>
        <translation>Schnellsta&amp;rt</translation>
    </message>
    <message>
        <source>Opens the preset of a small model on film reviews</source>
        <translation>Öffnet das Preset eines kleinen Modells für Filmkritiken</translation>
    </message>
    <message>
        <source>&amp;Open a preset…</source>
        <translation>Preset ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Opens a preset in Set-up</source>
        <translation>Öffnet ein Preset in der Einrichtung</translation>
    </message>
    <message>
        <source>Open a &amp;run…</source>
        <translation>&amp;Lauf öffnen…</translation>
    </message>
    <message>
        <source>Shows a run&apos;s folder</source>
        <translation>Zeigt den Ordner eines Laufs</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>Open a run read-onl&amp;y…</source>
        <translation>Lauf schreib&amp;geschützt öffnen…</translation>
    </message>
    <message>
        <source>Shows an untrusted run in another window, which cannot write files</source>
        <translation>Zeigt einen nicht vertrauenswürdigen Lauf in einem anderen Fenster, das keine Dateien schreiben kann</translation>
    </message>
    <message>
        <source>&amp;Save the preset</source>
        <translation>Preset &amp;speichern</translation>
    </message>
    <message>
        <source>Writes the preset&apos;s file</source>
        <translation>Schreibt die Datei des Presets</translation>
    </message>
    <message>
        <source>S&amp;hare the preset…</source>
        <translation>Preset &amp;teilen…</translation>
    </message>
    <message>
        <source>Writes a bundle: the preset and its parents, no data</source>
        <translation>Schreibt ein Bundle: das Preset und seine Vorlagen, keine Daten</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Starts a run of the preset that is shown</source>
        <translation>Startet einen Lauf des angezeigten Presets</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+Return</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>In die &amp;Warteschlange stellen</translation>
    </message>
    <message>
        <source>Queues a run of the preset that is shown, as it is now</source>
        <translation>Stellt einen Lauf des angezeigten Presets in seinem jetzigen Stand in die Warteschlange</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Return</source>
        <translation>Ctrl+Shift+Return</translation>
    </message>
    <message>
        <source>S&amp;weep…</source>
        <translation>Swee&amp;p…</translation>
    </message>
    <message>
        <source>Queues runs of the preset with several values or seeds</source>
        <translation>Stellt Läufe des Presets mit mehreren Werten oder Seeds in die Warteschlange</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>Compare strate&amp;gies…</source>
        <translation>Strate&amp;gien vergleichen…</translation>
    </message>
    <message>
        <source>Memory that each strategy needs per rank, and what is stored where</source>
        <translation>Speicher, den jede Strategie pro Rang braucht, und was wo gespeichert ist</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Closes the window; runs continue</source>
        <translation>Schließt das Fenster; Läufe laufen weiter</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>&amp;Home</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>Active runs, recent runs, and ways to start</source>
        <translation>Aktive Läufe, neueste Läufe und Wege zu beginnen</translation>
    </message>
    <message>
        <source>Alt+Home</source>
        <translation>Alt+Home</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>&amp;Presets</source>
        <translation>&amp;Presets</translation>
    </message>
    <message>
        <source>Lists only the presets</source>
        <translation>Listet nur die Presets</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>&amp;Warteschlange</translation>
    </message>
    <message>
        <source>Lists the queued runs</source>
        <translation>Listet die wartenden Läufe</translation>
    </message>
    <message>
        <source>&amp;Compare runs</source>
        <translation>Läufe &amp;vergleichen</translation>
    </message>
    <message>
        <source>The selected runs side by side, or the latest ones</source>
        <translation>Die ausgewählten Läufe nebeneinander, sonst die neuesten</translation>
    </message>
    <message>
        <source>Open fol&amp;der</source>
        <translation>Or&amp;dner öffnen</translation>
    </message>
    <message>
        <source>Shows the folder in the file manager</source>
        <translation>Zeigt den Ordner in der Dateiverwaltung</translation>
    </message>
    <message>
        <source>Copy pat&amp;h</source>
        <translation>&amp;Pfad kopieren</translation>
    </message>
    <message>
        <source>Puts the path on the clipboard</source>
        <translation>Legt den Pfad in die Zwischenablage</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>E&amp;instellungen…</translation>
    </message>
    <message>
        <source>Theme, language and notifications</source>
        <translation>Erscheinungsbild, Sprache und Benachrichtigungen</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>&amp;Filter the list</source>
        <translation>Liste &amp;filtern</translation>
    </message>
    <message>
        <source>Find a run or preset in the list</source>
        <translation>Einen Lauf oder ein Preset in der Liste finden</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Ctrl+L</translation>
    </message>
    <message>
        <source>&amp;Previous page</source>
        <translation>V&amp;orige Seite</translation>
    </message>
    <message>
        <source>The tab to the left</source>
        <translation>Der Reiter links davon</translation>
    </message>
    <message>
        <source>Ctrl+PgUp</source>
        <translation>Ctrl+PgUp</translation>
    </message>
    <message>
        <source>&amp;Next page</source>
        <translation>&amp;Nächste Seite</translation>
    </message>
    <message>
        <source>The tab to the right</source>
        <translation>Der Reiter rechts davon</translation>
    </message>
    <message>
        <source>Ctrl+PgDown</source>
        <translation>Ctrl+PgDown</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>Finds every command, run and preset by name</source>
        <translation>Findet jeden Befehl, jeden Lauf und jedes Preset nach Namen</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>Vollb&amp;ild</translation>
    </message>
    <message>
        <source>Fills the whole screen</source>
        <translation>Füllt den ganzen Bildschirm</translation>
    </message>
    <message>
        <source>F11</source>
        <translation>F11</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>Wie der &amp;Desktop</translation>
    </message>
    <message>
        <source>Follows the desktop&apos;s appearance</source>
        <translation>Folgt dem Erscheinungsbild des Desktops</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dark text on a light background</source>
        <translation>Dunkler Text auf hellem Hintergrund</translation>
    </message>
    <message>
        <source>D&amp;ark</source>
        <translation>D&amp;unkel</translation>
    </message>
    <message>
        <source>Light text on a dark background</source>
        <translation>Heller Text auf dunklem Hintergrund</translation>
    </message>
    <message>
        <source>As the d&amp;esktop</source>
        <translation>Wie der D&amp;esktop</translation>
    </message>
    <message>
        <source>Follows the desktop&apos;s language</source>
        <translation>Folgt der Sprache des Desktops</translation>
    </message>
    <message>
        <source>Texts in %1</source>
        <translation>Texte in %1</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>&amp;Dokumentation</translation>
    </message>
    <message>
        <source>Opens the folder of TuneDesk&apos;s pages</source>
        <translation>Öffnet den Ordner mit den Seiten von TuneDesk</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>Every command that has a shortcut</source>
        <translation>Jeder Befehl, der ein Tastenkürzel hat</translation>
    </message>
    <message>
        <source>&amp;About TuneDesk</source>
        <translation>&amp;Über TuneDesk</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>Version und Lizenz</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>The toolkit of this window</source>
        <translation>Das Toolkit dieses Fensters</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Erscheinungsbild</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>Sp&amp;rache</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>All runs as a table; the list at the left shows only runs</source>
        <translation>Alle Läufe als Tabelle; die Liste links enthält nur die Läufe</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::AddServerDialog</name>
    <message>
        <source>Open a server</source>
        <translation>Server öffnen</translation>
    </message>
    <message>
        <source>Watches and starts runs on another machine over your own ssh. It must log in with a key or an agent: passwords are not supported. No files are copied.</source>
        <translation>Läufe auf einem anderen Rechner werden über das eigene ssh beobachtet und gestartet. Die Anmeldung muss mit Schlüssel oder Agent gelingen: Nach einem Passwort wird nicht gefragt. Dateien werden nicht kopiert.</translation>
    </message>
    <message>
        <source>for example gpu1 or me@gpu1.example.org</source>
        <translation>zum Beispiel gpu1 oder ich@gpu1.example.org</translation>
    </message>
    <message>
        <source>What you give to ssh: a host of ~/.ssh/config, or USER@HOST</source>
        <translation>Was ssh übergeben wird: ein Host aus ~/.ssh/config oder BENUTZER@HOST</translation>
    </message>
    <message>
        <source>Path of tunedesk on that machine; empty: looked up in its PATH</source>
        <translation>Pfad von tunedesk auf jenem Rechner; leer: in seinem PATH gesucht</translation>
    </message>
    <message>
        <source>Base folder on that machine for relative preset paths and runs/; empty: the home folder</source>
        <translation>Dortiger Basisordner für relative Pfade von Presets und für runs/; leer: der Home-Ordner</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Remote program</source>
        <translation>Entferntes Programm</translation>
    </message>
    <message>
        <source>Remote folder</source>
        <translation>Entfernter Ordner</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Tests the connection and saves the machine in the settings</source>
        <translation>Prüft die Verbindung und speichert den Rechner in den Einstellungen</translation>
    </message>
    <message>
        <source>Name a machine first</source>
        <translation>Zuerst einen Rechner nennen</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>Verbinde mit %1…</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::BarPlot</name>
    <message>
        <source>Bar chart</source>
        <translation>Balkendiagramm</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::BatchView</name>
    <message>
        <source>%1%</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Images of the step</source>
        <translation>Bilder des Schritts</translation>
    </message>
    <message>
        <source>Step of the first epoch</source>
        <translation>Schritt der ersten Epoche</translation>
    </message>
    <message>
        <source>&amp;Step:</source>
        <translation>&amp;Schritt:</translation>
    </message>
    <message>
        <source>Reading the images…</source>
        <translation>Bilder werden gelesen…</translation>
    </message>
    <message>
        <source>The preset names no images to train on.</source>
        <translation>Das Preset nennt keine Trainingsbilder.</translation>
    </message>
    <message numerus="yes">
        <source>of %1 in the first epoch; %n image(s), as the model takes them</source>
        <translation>
            <numerusform>von %1 in der ersten Epoche; %n Bild, wie das Modell es erhält</numerusform>
            <numerusform>von %1 in der ersten Epoche; %n Bilder, wie das Modell sie erhält</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::BooleanEditor</name>
    <message>
        <source>on</source>
        <translation>ein</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ClassKeys</name>
    <message>
        <source>label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>proposed</source>
        <translation>vorgeschlagen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ClassifierView</name>
    <message>
        <source>&amp;Second text:</source>
        <translation>&amp;Zweiter Text:</translation>
    </message>
    <message>
        <source>Starting the model…</source>
        <translation>Das Modell startet…</translation>
    </message>
    <message>
        <source>The model was unloaded. It is loaded again with the next text.</source>
        <translation>Das Modell wurde entladen. Mit dem nächsten Text wird es wieder geladen.</translation>
    </message>
    <message>
        <source>Second text of the pair</source>
        <translation>Zweiter Text des Paars</translation>
    </message>
    <message>
        <source>Probabilities</source>
        <translation>Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>Class whose contributions are shown</source>
        <translation>Klasse, deren Beiträge gezeigt werden</translation>
    </message>
    <message>
        <source>Gradient × input: blue supports the class, orange opposes it.</source>
        <translation>Gradient × Eingabe: Blau spricht für die Klasse, Orange dagegen.</translation>
    </message>
    <message>
        <source>&amp;Image:</source>
        <translation>&amp;Bild:</translation>
    </message>
    <message>
        <source>&amp;Text:</source>
        <translation>&amp;Text:</translation>
    </message>
    <message>
        <source>Drop an image here, or type its path.</source>
        <translation>Ein Bild hier ablegen oder seinen Pfad eingeben.</translation>
    </message>
    <message>
        <source>Type or paste a text.</source>
        <translation>Einen Text eingeben oder einfügen.</translation>
    </message>
    <message>
        <source>File of the image to classify</source>
        <translation>Datei des zu klassifizierenden Bilds</translation>
    </message>
    <message>
        <source>Text to classify</source>
        <translation>Zu klassifizierender Text</translation>
    </message>
    <message>
        <source>Contribution of each part to the &amp;class</source>
        <translation>Beitrag jedes Teils zur &amp;Klasse</translation>
    </message>
    <message>
        <source>Contribution of each token to the &amp;class</source>
        <translation>Beitrag jedes Tokens zur &amp;Klasse</translation>
    </message>
    <message>
        <source>The nearest texts with their cosines</source>
        <translation>Die nächsten Texte mit ihren Kosinuswerten</translation>
    </message>
    <message>
        <source>The text with its entities marked</source>
        <translation>Der Text mit markierten Entitäten</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>Kein Label</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>There are no texts to compare it with.</source>
        <translation>Es gibt keine Texte zum Vergleich.</translation>
    </message>
    <message>
        <source>No entity</source>
        <translation>Keine Entität</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CommandPalette</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Type a few letters of a command, run or preset</source>
        <translation>Einige Buchstaben eines Befehls, Laufs oder Presets eingeben</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl finden</translation>
    </message>
    <message>
        <source>Commands that match</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>No command matches</source>
        <translation>Kein Befehl passt</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ComparePage</name>
    <message>
        <source>Open a &amp;log…</source>
        <translation>&amp;Log öffnen…</translation>
    </message>
    <message>
        <source>&amp;Copy as Markdown</source>
        <translation>Als Markdown &amp;kopieren</translation>
    </message>
    <message>
        <source>Save ch&amp;arts…</source>
        <translation>D&amp;iagramme speichern…</translation>
    </message>
    <message>
        <source>Lightning&apos;s metrics.csv or the Hugging Face Trainer&apos;s trainer_state.json</source>
        <translation>metrics.csv von Lightning oder trainer_state.json des Hugging Face Trainers</translation>
    </message>
    <message>
        <source>Every bar chart as PDF and PNG, into a folder</source>
        <translation>Jedes Balkendiagramm als PDF und PNG in einen Ordner</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Select several runs to compare them.</source>
        <translation>Zum Vergleichen mehrere Läufe auswählen.</translation>
    </message>
    <message>
        <source>Figures of the runs</source>
        <translation>Zahlen der Läufe</translation>
    </message>
    <message>
        <source>What differs in presets and environments</source>
        <translation>Was in Presets und Umgebungen verschieden ist</translation>
    </message>
    <message>
        <source>Double-click a run to make it the baseline.</source>
        <translation>Ein Doppelklick auf einen Lauf macht ihn zur Baseline.</translation>
    </message>
    <message>
        <source>Runs compared: %1</source>
        <translation>Verglichene Läufe: %1</translation>
    </message>
    <message>
        <source>Open another tool&apos;s log</source>
        <translation>Log eines anderen Werkzeugs öffnen</translation>
    </message>
    <message>
        <source>Logs (metrics.csv trainer_state.json);;All files (*)</source>
        <translation>Logs (metrics.csv trainer_state.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Folder for the charts</source>
        <translation>Ordner für die Diagramme</translation>
    </message>
    <message>
        <source>Files of charts written: %1, to %2</source>
        <translation>Geschriebene Diagrammdateien: %1, in %2</translation>
    </message>
    <message>
        <source>published: %1, %2</source>
        <translation>veröffentlicht: %1, %2</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ComparedCurves</name>
    <message>
        <source>training %1</source>
        <translation>%1 (Training)</translation>
    </message>
    <message>
        <source>validation %1</source>
        <translation>%1 (Validierung)</translation>
    </message>
    <message>
        <source>test %1</source>
        <translation>%1 (Test)</translation>
    </message>
    <message>
        <source>Runs whose curves are shown</source>
        <translation>Läufe, deren Kurven gezeigt werden</translation>
    </message>
    <message>
        <source>Metric of the curves</source>
        <translation>Metrik der Kurven</translation>
    </message>
    <message>
        <source>&amp;Metric:</source>
        <translation>&amp;Metrik:</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>nach Schritt</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>nach Epoche</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>&amp;Glättung</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ConnectionBar</name>
    <message>
        <source>Reconnected. No events were lost.</source>
        <translation>Wieder verbunden. Es gingen keine Ereignisse verloren.</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>Neu verbinden</translation>
    </message>
    <message numerus="yes">
        <source>Connection lost: %1. The run continues there. Retrying in %n second(s).</source>
        <translation>
            <numerusform>Verbindung verloren: %1. Der Lauf läuft dort weiter. Neuer Versuch in %n Sekunde.</numerusform>
            <numerusform>Verbindung verloren: %1. Der Lauf läuft dort weiter. Neuer Versuch in %n Sekunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ContributionView</name>
    <message>
        <source>Contribution of each token</source>
        <translation>Beitrag jedes Tokens</translation>
    </message>
    <message>
        <source>for it</source>
        <translation>dafür</translation>
    </message>
    <message>
        <source>against it</source>
        <translation>dagegen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ConversationPane</name>
    <message>
        <source>Starting the model…</source>
        <translation>Das Modell startet…</translation>
    </message>
    <message>
        <source>The model was unloaded. It is loaded again with the next text.</source>
        <translation>Das Modell wurde entladen. Mit dem nächsten Text wird es wieder geladen.</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n Token</numerusform>
            <numerusform>%n Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s), %1 per second</source>
        <translation>
            <numerusform>%n Token, %1 pro Sekunde</numerusform>
            <numerusform>%n Token, %1 pro Sekunde</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ConversationView</name>
    <message>
        <source>Fine-tuned model</source>
        <translation>Feinabgestimmtes Modell</translation>
    </message>
    <message>
        <source>Base model</source>
        <translation>Basismodell</translation>
    </message>
    <message>
        <source>&amp;Base model beside it</source>
        <translation>&amp;Basismodell daneben</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Maximum tokens</source>
        <translation>Höchstzahl der Token</translation>
    </message>
    <message>
        <source>&amp;Send</source>
        <translation>&amp;Senden</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>S&amp;topp</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>&amp;Neue Unterhaltung</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>System message</source>
        <translation>Systemnachricht</translation>
    </message>
    <message>
        <source>Placed before the first message of a conversation.</source>
        <translation>Steht vor der ersten Nachricht einer Unterhaltung.</translation>
    </message>
    <message>
        <source>0: always the most likely token; 1: sample from the model&apos;s probabilities.</source>
        <translation>0: stets das wahrscheinlichste Token; 1: nach der Wahrscheinlichkeit gezogen.</translation>
    </message>
    <message>
        <source>Sample from this many most likely tokens; 0: from all.</source>
        <translation>Unter so vielen wahrscheinlichsten Token ziehen; 0: unter allen.</translation>
    </message>
    <message>
        <source>Sample from the most likely tokens that together have this probability.</source>
        <translation>Unter den wahrscheinlichsten Token ziehen, die zusammen diese Wahrscheinlichkeit haben.</translation>
    </message>
    <message>
        <source>Above 1, tokens that already occur in the text become less likely.</source>
        <translation>Über 1 macht Token des bisherigen Textes weniger wahrscheinlich.</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Type a message. Enter sends it, Shift+Enter begins a new line.</source>
        <translation>Eine Nachricht eingeben. Enter sendet sie, Umschalt+Enter beginnt eine neue Zeile.</translation>
    </message>
    <message>
        <source>Type how the text begins. Enter sends it, Shift+Enter begins a line.</source>
        <translation>Den Anfang des Textes eingeben. Enter sendet ihn, Umschalt+Enter beginnt eine Zeile.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvColumns</name>
    <message>
        <source>&amp;Text column</source>
        <translation>&amp;Textspalte</translation>
    </message>
    <message>
        <source>Text column</source>
        <translation>Textspalte</translation>
    </message>
    <message>
        <source>&amp;Label column</source>
        <translation>&amp;Labelspalte</translation>
    </message>
    <message>
        <source>Label column</source>
        <translation>Labelspalte</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s), the whole table</source>
        <translation>
            <numerusform>%n Zeile, die ganze Tabelle</numerusform>
            <numerusform>%n Zeilen, die ganze Tabelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n row(s). Click a header to set the role of its column.</source>
        <translation>
            <numerusform>Die ersten Zeilen (%n). Ein Klick auf einen Spaltenkopf legt fest, was die Spalte ist.</numerusform>
            <numerusform>Die ersten %n Zeilen. Ein Klick auf einen Spaltenkopf legt fest, was die Spalte ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a column</source>
        <translation>Eine Spalte wählen</translation>
    </message>
    <message>
        <source>Choose the text column</source>
        <translation>Die Textspalte wählen</translation>
    </message>
    <message>
        <source>Choose the label column</source>
        <translation>Die Labelspalte wählen</translation>
    </message>
    <message>
        <source>Text and label are the same column</source>
        <translation>Text und Label sind dieselbe Spalte</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvDraft</name>
    <message>
        <source>The data check lists rows that cannot be used</source>
        <translation>Die Datenprüfung nennt Zeilen, die nicht verwendet werden können</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvFindings</name>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Rows of each class</source>
        <translation>Zeilen je Klasse</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Längen</translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n Klasse</numerusform>
            <numerusform>%n Klassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n class(es) in the first rows</source>
        <translation>
            <numerusform>%n Klasse in den ersten Zeilen</numerusform>
            <numerusform>%n Klassen in den ersten Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvForm</name>
    <message>
        <source>Splits</source>
        <translation>Splits</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Another file…</source>
        <translation>Andere Datei…</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Fine-tune a model on %1</source>
        <translation>Fine-Tuning eines Modells mit %1</translation>
    </message>
    <message>
        <source>The preset will be written beside the table.</source>
        <translation>Das Preset wird neben die Tabelle geschrieben.</translation>
    </message>
    <message>
        <source>The preset will be written to %1</source>
        <translation>Das Preset wird nach %1 geschrieben</translation>
    </message>
    <message>
        <source>Validation: %1</source>
        <translation>Validierung: %1</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>Test: %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvPage</name>
    <message>
        <source>Choose another file…</source>
        <translation>Andere Datei wählen…</translation>
    </message>
    <message>
        <source>Reading the columns…</source>
        <translation>Spalten werden gelesen…</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Ein Modell wählen</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Modelle werden gesucht…</translation>
    </message>
    <message>
        <source>Reading the file…</source>
        <translation>Datei wird gelesen…</translation>
    </message>
    <message>
        <source>Choose another file</source>
        <translation>Eine andere Datei wählen</translation>
    </message>
    <message>
        <source>Give it a name</source>
        <translation>Einen Namen geben</translation>
    </message>
    <message>
        <source>Writes the preset and opens it; nothing starts yet</source>
        <translation>Schreibt das Preset und öffnet es; noch startet nichts</translation>
    </message>
    <message>
        <source>Customize</source>
        <translation>Anpassen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) changed or removed in a copy: %1. The source is unchanged.</source>
        <translation>
            <numerusform>%n Zeile in einer Kopie geändert oder entfernt: %1. Die Quelle ist unverändert.</numerusform>
            <numerusform>%n Zeilen in einer Kopie geändert oder entfernt: %1. Die Quelle ist unverändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The file seems to have no header: “%1”, in its first line, also occurs in other rows.</source>
        <translation>Die Datei hat offenbar keine Kopfzeile: „%1“ aus ihrer ersten Zeile steht auch in anderen Zeilen.</translation>
    </message>
    <message>
        <source>Add a header</source>
        <translation>Kopfzeile hinzufügen</translation>
    </message>
    <message>
        <source>A copy with a header: %1. The source is unchanged.</source>
        <translation>Kopie mit Kopfzeile: %1. Die Quelle ist unverändert.</translation>
    </message>
    <message>
        <source>Reading all rows…</source>
        <translation>Alle Zeilen werden gelesen…</translation>
    </message>
    <message>
        <source>About %1, %2 of memory</source>
        <translation>Etwa %1, %2 Speicher</translation>
    </message>
    <message>
        <source>Writes the preset and starts a run of it</source>
        <translation>Schreibt das Preset und startet einen Lauf damit</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CurvePlot</name>
    <message>
        <source>Zoomed · Reset</source>
        <translation>Gezoomt · Zurücksetzen</translation>
    </message>
    <message>
        <source>The plot shows a part. Click to show everything and follow the run (Home).</source>
        <translation>Das Diagramm zeigt einen Ausschnitt. Klicken zeigt alles und folgt dem Lauf (Pos1).</translation>
    </message>
    <message>
        <source>Reset the zoom of the plot %1</source>
        <translation>Zoom des Diagramms %1 zurücksetzen</translation>
    </message>
    <message>
        <source>Actions of the plot %1</source>
        <translation>Aktionen des Diagramms %1</translation>
    </message>
    <message>
        <source>Axes, colours, export</source>
        <translation>Achsen, Farben, Export</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source> (smoothed %1)</source>
        <translation> (geglättet %1)</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Logarithmic values</source>
        <translation>Logarithmische Werte</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis</source>
        <translation>Logarithmische waagerechte Achse</translation>
    </message>
    <message>
        <source>Colour of %1…</source>
        <translation>Farbe von %1…</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CurvesView</name>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>False positive rate</source>
        <translation>Falsch-Positiv-Rate</translation>
    </message>
    <message>
        <source>True positive rate</source>
        <translation>Richtig-Positiv-Rate</translation>
    </message>
    <message>
        <source>Precision-recall</source>
        <translation>Precision-Recall</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Kalibrierung</translation>
    </message>
    <message>
        <source>Mean predicted probability</source>
        <translation>Mittlere vorhergesagte Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Share of positives</source>
        <translation>Anteil der Positiven</translation>
    </message>
    <message>
        <source>Class of the curves</source>
        <translation>Klasse der Kurven</translation>
    </message>
    <message>
        <source>C&amp;lass:</source>
        <translation>K&amp;lasse:</translation>
    </message>
    <message>
        <source>All, each against the rest</source>
        <translation>Alle, jede gegen die übrigen</translation>
    </message>
    <message>
        <source>area</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>average precision</source>
        <translation>mittlere Precision</translation>
    </message>
    <message>
        <source>expected calibration error</source>
        <translation>erwarteter Kalibrierungsfehler</translation>
    </message>
    <message>
        <source>The %1 with the lowest scores, each against the rest</source>
        <translation>Die %1 mit den niedrigsten Werten, jede gegen die übrigen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataCheck</name>
    <message>
        <source>Data check</source>
        <translation>Datenprüfung</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataFindings</name>
    <message>
        <source>Classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Classes are counted once all rows are read.</source>
        <translation>Die Klassen werden gezählt, sobald alle Zeilen gelesen sind.</translation>
    </message>
    <message>
        <source>Rejected rows</source>
        <translation>Abgelehnte Zeilen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>No rejected rows.</source>
        <translation>Keine abgelehnten Zeilen.</translation>
    </message>
    <message>
        <source>Rows in two splits</source>
        <translation>Zeilen in zwei Splits</translation>
    </message>
    <message>
        <source>Splits</source>
        <translation>Splits</translation>
    </message>
    <message>
        <source>Equal rows</source>
        <translation>Gleiche Zeilen</translation>
    </message>
    <message>
        <source>No duplicates between splits.</source>
        <translation>Keine Duplikate zwischen Splits.</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>Duplikate</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Längen</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataMender</name>
    <message>
        <source>not all rows were read</source>
        <translation>nicht alle Zeilen wurden gelesen</translation>
    </message>
    <message>
        <source>the rows could not be read</source>
        <translation>die Zeilen konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>writing a corrected copy…</source>
        <translation>korrigierte Kopie wird geschrieben…</translation>
    </message>
    <message>
        <source>reading all rows…</source>
        <translation>alle Zeilen werden gelesen…</translation>
    </message>
    <message>
        <source>not read: the preset has errors</source>
        <translation>nicht gelesen: Das Preset hat Fehler</translation>
    </message>
    <message>
        <source>no rows could be read</source>
        <translation>keine Zeile konnte gelesen werden</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>%1 reads all rows…</source>
        <translation>%1 liest alle Zeilen…</translation>
    </message>
    <message>
        <source>on %1; its files cannot be changed from here</source>
        <translation>auf %1, dessen Dateien von hier nicht geändert werden</translation>
    </message>
    <message>
        <source>Written: %1. The preset now names other files and was not changed.</source>
        <translation>Geschrieben: %1. Das Preset nennt inzwischen andere Dateien und wurde nicht geändert.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) changed or removed in a copy: %1. The source is unchanged; Undo returns to it.</source>
        <translation>
            <numerusform>%n Zeile in einer Kopie geändert oder entfernt: %1. Die Quelle ist unverändert; Rückgängig kehrt zu ihr zurück.</numerusform>
            <numerusform>%n Zeilen in einer Kopie geändert oder entfernt: %1. Die Quelle ist unverändert; Rückgängig kehrt zu ihr zurück.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataPage</name>
    <message>
        <source>First rows</source>
        <translation>Erste Zeilen</translation>
    </message>
    <message>
        <source>File of rows</source>
        <translation>Datei mit Zeilen</translation>
    </message>
    <message>
        <source>Whose first rows are shown</source>
        <translation>Wessen erste Zeilen gezeigt werden</translation>
    </message>
    <message>
        <source>Sets %1</source>
        <translation>Setzt %1</translation>
    </message>
    <message>
        <source>&amp;Text:</source>
        <translation>&amp;Text:</translation>
    </message>
    <message>
        <source>Second te&amp;xt:</source>
        <translation>Zweiter Te&amp;xt:</translation>
    </message>
    <message>
        <source>&amp;Label:</source>
        <translation>&amp;Label:</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>second text</source>
        <translation>zweiter Text</translation>
    </message>
    <message>
        <source>negative text</source>
        <translation>negativer Text</translation>
    </message>
    <message>
        <source>score</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(keine)</translation>
    </message>
    <message>
        <source>%1 (not there)</source>
        <translation>%1 (nicht vorhanden)</translation>
    </message>
    <message>
        <source>%1 is the text</source>
        <translation>%1 ist der Text</translation>
    </message>
    <message>
        <source>%1 is the second text of a pair</source>
        <translation>%1 ist der zweite Text eines Paars</translation>
    </message>
    <message>
        <source>%1 is the label</source>
        <translation>%1 ist das Label</translation>
    </message>
    <message>
        <source>Choose a preset, or drop a CSV, to see its rows.</source>
        <translation>Ein Preset wählen oder eine CSV ablegen, um ihre Zeilen zu sehen.</translation>
    </message>
    <message>
        <source>Reading all rows…</source>
        <translation>Alle Zeilen werden gelesen…</translation>
    </message>
    <message>
        <source>reading all rows</source>
        <translation>alle Zeilen werden gelesen</translation>
    </message>
    <message>
        <source>counting tokens: %p%</source>
        <translation>Token werden gezählt: %p%</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop reading the rows; findings so far are kept</source>
        <translation>Lesen der Zeilen beenden; das Gefundene bleibt</translation>
    </message>
    <message>
        <source>Cancelled: not all rows were read.</source>
        <translation>Abgebrochen: Nicht alle Zeilen wurden gelesen.</translation>
    </message>
    <message>
        <source>Read all rows</source>
        <translation>Alle Zeilen lesen</translation>
    </message>
    <message>
        <source>Count all rows, classes and tokens</source>
        <translation>Alle Zeilen, Klassen und Token zählen</translation>
    </message>
    <message>
        <source>No file could be read.</source>
        <translation>Keine Datei konnte gelesen werden.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DeviceDesk</name>
    <message>
        <source>&amp;GPUs…</source>
        <translation>&amp;GPUs…</translation>
    </message>
    <message>
        <source>The GPUs of this machine, and whether they train correctly</source>
        <translation>Die GPUs dieses Rechners und ob das Training auf ihnen richtig rechnet</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DeviceDialog</name>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>nicht bestanden</translation>
    </message>
    <message>
        <source>not offered</source>
        <translation>nicht angeboten</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>failed: not used</source>
        <translation>nicht bestanden: nicht verwendet</translation>
    </message>
    <message>
        <source>good</source>
        <translation>gut</translation>
    </message>
    <message>
        <source>good, without %1</source>
        <translation>gut, ohne %1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between techniques</comment>
        <translation>, </translation>
    </message>
    <message>
        <source>&amp;Check again</source>
        <translation>Erneut &amp;prüfen</translation>
    </message>
    <message>
        <source>Save a &amp;report…</source>
        <translation>Be&amp;richt speichern…</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>Fortschritt der Prüfung</translation>
    </message>
    <message>
        <source>What was compared</source>
        <translation>Was verglichen wurde</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>One file to attach to an issue, without names of users, machines or folders</source>
        <translation>Eine Datei für eine Fehlermeldung, ohne Namen von Benutzern, Rechnern oder Ordnern</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>Ü&amp;berspringen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The GPU is compared with the processors, which takes a minute or two. Until it has passed, runs whose preset has parallel.devices: auto train on the processors.</source>
        <translation>Die GPU wird mit den Prozessoren verglichen; das dauert ein bis zwei Minuten. Bis sie bestanden hat, trainieren Läufe, deren Preset parallel.devices: auto hat, auf den Prozessoren.</translation>
    </message>
    <message>
        <source>No NVIDIA GPU is visible here.</source>
        <translation>Hier ist keine NVIDIA-GPU sichtbar.</translation>
    </message>
    <message>
        <source>Runs whose preset has parallel.devices: auto use a GPU whose check is good. Techniques that failed are left out.</source>
        <translation>Läufe, deren Preset parallel.devices: auto hat, verwenden eine GPU, deren Prüfung gut ist. Techniken, die nicht bestanden haben, bleiben weg.</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1: %2</translation>
    </message>
    <message>
        <source>%1, compute capability %2.%3</source>
        <translation>%1, Compute Capability %2.%3</translation>
    </message>
    <message>
        <source>Save a report of the check</source>
        <translation>Bericht der Prüfung speichern</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>Der Bericht ist in %1.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DeviceStrip</name>
    <message>
        <source>Processor load</source>
        <translation>Prozessorlast</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>Belegter Speicher</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>check failed</source>
        <translation>Prüfung nicht bestanden</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n core(s): %1%</source>
        <translation>
            <numerusform>CPU, %n Kern: %1 %</numerusform>
            <numerusform>CPU, %n Kerne: %1 %</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory: %1 of %2</source>
        <translation>Speicher: %1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>GPU %1: lost</source>
        <translation>GPU %1: verloren</translation>
    </message>
    <message>
        <source>GPU %1: %2%, %3</source>
        <translation>GPU %1: %2 %, %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DifferencesDialog</name>
    <message>
        <source>Compare presets</source>
        <translation>Presets vergleichen</translation>
    </message>
    <message>
        <source>%1 and %2 have the same values.</source>
        <translation>%1 und %2 haben dieselben Werte.</translation>
    </message>
    <message>
        <source>From %1 to %2:</source>
        <translation>Von %1 zu %2:</translation>
    </message>
    <message>
        <source>Keys that differ</source>
        <translation>Verschiedene Schlüssel</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DifferencesModel</name>
    <message>
        <source>What differs</source>
        <translation>Was verschieden ist</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DoctorModel</name>
    <message>
        <source>High loss in cross-validation (%1)</source>
        <translation>Hoher Loss in der Kreuzvalidierung (%1)</translation>
    </message>
    <message>
        <source>High loss (%1)</source>
        <translation>Hoher Loss (%1)</translation>
    </message>
    <message numerus="yes">
        <source>%n other row(s) of the same text</source>
        <translation>
            <numerusform>%n andere Zeile mit demselben Text</numerusform>
            <numerusform>%n andere Zeilen mit demselben Text</numerusform>
        </translation>
    </message>
    <message>
        <source>Differs from the name of a more frequent class only in case or spaces</source>
        <translation>Bis auf Schreibweise oder Leerzeichen der Name einer häufigeren Klasse</translation>
    </message>
    <message>
        <source>%1 of %2 similar rows disagree</source>
        <translation>%1 von %2 ähnlichen Zeilen widersprechen</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>Vorschlag</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Judgment</source>
        <translation>Urteil</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DoctorView</name>
    <message>
        <source>&amp;Keep label</source>
        <translation>Label &amp;behalten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Retrain with corrections</source>
        <translation>Mit Korrekturen neu &amp;trainieren</translation>
    </message>
    <message>
        <source>Rows whose labels are likely wrong</source>
        <translation>Zeilen mit wahrscheinlich falschem Label</translation>
    </message>
    <message>
        <source>The whole text</source>
        <translation>Der ganze Text</translation>
    </message>
    <message>
        <source>Select a row to read its whole text.</source>
        <translation>Eine Zeile auswählen, um ihren ganzen Text zu lesen.</translation>
    </message>
    <message>
        <source>Writes a copy of the table with the corrected labels beside the runs, and starts a run on it. Each row stays in training, validation or test.</source>
        <translation>Schreibt neben die Läufe eine Kopie der Tabelle mit den korrigierten Labels und startet damit einen Lauf. Jede Zeile bleibt in Training, Validierung oder Test.</translation>
    </message>
    <message>
        <source>J, K: next, previous row · 1–9: set the class · Space: keep the label · U: undo</source>
        <translation>J, K: weiter, zurück · 1–9: Klasse · Leertaste: behalten · U: rückgängig</translation>
    </message>
    <message>
        <source>Looking for rows whose labels are likely wrong…</source>
        <translation>Zeilen mit wahrscheinlich falschem Label werden gesucht…</translation>
    </message>
    <message>
        <source>%1 of %2 labels have evidence against them, strongest evidence first.</source>
        <translation>Gegen %1 von %2 Labels gibt es Hinweise; die stärksten zuerst.</translation>
    </message>
    <message>
        <source>These are the rows that this run tested; a cross-validation (tunedesk queue add PRESET --folds 5) tests all.</source>
        <translation>Dies sind die Zeilen, die dieser Lauf getestet hat; eine Kreuzvalidierung (tunedesk queue add PRESET --folds 5) testet alle.</translation>
    </message>
    <message>
        <source>There are too many rows to compare similar ones.</source>
        <translation>Es sind zu viele Zeilen, um ähnliche zu vergleichen.</translation>
    </message>
    <message>
        <source>%1 judged, %2 corrected</source>
        <translation>%1 beurteilt, %2 korrigiert</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DownloadBar</name>
    <message>
        <source>Downloading %1…</source>
        <translation>%1 wird heruntergeladen…</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DownloadDialog</name>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Download a model</source>
        <translation>Modell herunterladen</translation>
    </message>
    <message>
        <source>Download data</source>
        <translation>Daten herunterladen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DropCard</name>
    <message>
        <source>Train on your own data</source>
        <translation>Mit eigenen Daten trainieren</translation>
    </message>
    <message>
        <source>Drop a CSV, a folder of images or a preset here.</source>
        <translation>Eine CSV, einen Ordner mit Bildern oder ein Preset hier ablegen.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EffectView</name>
    <message>
        <source>Both runs predict the same rows correctly.</source>
        <translation>Beide Läufe liegen bei denselben Zeilen richtig.</translation>
    </message>
    <message>
        <source>%1 rows are correct only in the first run, %2 only in this one: a significant difference (McNemar&apos;s exact test, %3).</source>
        <translation>%1 Zeilen sind nur im ersten Lauf richtig, %2 nur in diesem: mehr, als Zufall erklärt (exakter McNemar-Test, %3).</translation>
    </message>
    <message>
        <source>%1 rows are correct only in the first run, %2 only in this one: the difference may be chance (McNemar&apos;s exact test, %3).</source>
        <translation>%1 Zeilen sind nur im ersten Lauf richtig, %2 nur in diesem: das kann Zufall sein (exakter McNemar-Test, %3).</translation>
    </message>
    <message>
        <source>Accuracy on the %1 rows that both runs have tested, by the corrected labels: %2 in “%3”, %4 in this run.</source>
        <translation>Genauigkeit auf den %1 Zeilen, die beide Läufe getestet haben, nach den korrigierten Labels: %2 in „%3“, %4 in diesem Lauf.</translation>
    </message>
    <message>
        <source>%1 of these rows have a new label; by the previous labels, the first run had %2.</source>
        <translation>%1 dieser Zeilen haben jetzt ein anderes Label; nach den Labels davor hatte der erste Lauf %2.</translation>
    </message>
    <message>
        <source>These settings differ, too: %1.</source>
        <translation>Auch diese Einstellungen unterscheiden sich: %1.</translation>
    </message>
    <message>
        <source>True</source>
        <translation>Wahr</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>First run</source>
        <translation>Erster Lauf</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Cells of the confusion matrix that have changed</source>
        <translation>Geänderte Zellen der Konfusionsmatrix</translation>
    </message>
    <message>
        <source>Change of the confusion matrix</source>
        <translation>Änderung der Konfusionsmatrix</translation>
    </message>
    <message numerus="yes">
        <source>%1 points from %n correction(s)</source>
        <translation>
            <numerusform>%1 Punkte durch %n Korrektur</numerusform>
            <numerusform>%1 Punkte durch %n Korrekturen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EntitiesView</name>
    <message>
        <source>True</source>
        <translation>Wahr</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Scores of each type of entities</source>
        <translation>Werte jedes Typs von Entitäten</translation>
    </message>
    <message>
        <source>Micro average</source>
        <translation>Mikro-Mittel</translation>
    </message>
    <message>
        <source>Macro average</source>
        <translation>Makro-Mittel</translation>
    </message>
    <message>
        <source>Weighted average</source>
        <translation>Gewichtetes Mittel</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EntryDelegate</name>
    <message numerus="yes">
        <source>%n run(s) on this server</source>
        <translation>
            <numerusform>%n Lauf auf diesem Server</numerusform>
            <numerusform>%n Läufe auf diesem Server</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sweep, %n run(s)</source>
        <translation>
            <numerusform>Sweep, %n Lauf</numerusform>
            <numerusform>Sweep, %n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1% done</source>
        <translation>%1 % fertig</translation>
    </message>
    <message>
        <source>held at place %1</source>
        <translation>angehalten auf Platz %1</translation>
    </message>
    <message>
        <source>place %1 in the queue</source>
        <translation>Platz %1 in der Warteschlange</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>noch nicht gespeichert</translation>
    </message>
    <message>
        <source>comes with TuneDesk</source>
        <translation>wird mit TuneDesk geliefert</translation>
    </message>
    <message>
        <source>started %1</source>
        <translation>gestartet %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ErrorsView</name>
    <message>
        <source>Co&amp;rrect</source>
        <translation>Ko&amp;rrigieren</translation>
    </message>
    <message>
        <source>Show corrected</source>
        <translation>Korrigierte zeigen</translation>
    </message>
    <message>
        <source>&amp;Export corrected data</source>
        <translation>Korrigierte Daten &amp;exportieren</translation>
    </message>
    <message>
        <source>Duplicate run &amp;with corrections</source>
        <translation>Lauf &amp;mit Korrekturen duplizieren</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Anzahlen</translation>
    </message>
    <message>
        <source>Share of each true class</source>
        <translation>Anteil an jeder wahren Klasse</translation>
    </message>
    <message>
        <source>What the cells show</source>
        <translation>Was die Zellen zeigen</translation>
    </message>
    <message>
        <source>Texts of the chosen cell</source>
        <translation>Texte der gewählten Zelle</translation>
    </message>
    <message>
        <source>The whole text</source>
        <translation>Der ganze Text</translation>
    </message>
    <message>
        <source>Select a row to read its whole text.</source>
        <translation>Eine Zeile auswählen, um ihren ganzen Text zu lesen.</translation>
    </message>
    <message>
        <source>New label</source>
        <translation>Neues Label</translation>
    </message>
    <message>
        <source>Gives the selected rows this label and saves it immediately. The source file is not changed.</source>
        <translation>Gibt den ausgewählten Zeilen dieses Label und speichert das sofort. Die Quelldatei bleibt, wie sie ist.</translation>
    </message>
    <message>
        <source>Writes a copy of the table with the corrected labels and corrections.csv into a new folder beside the runs.</source>
        <translation>Schreibt eine Kopie der Tabelle mit den korrigierten Labels und corrections.csv in einen neuen Ordner neben den Läufen.</translation>
    </message>
    <message>
        <source>Exports, and opens a copy of the preset that reads the corrected table. Each row stays in training, validation or test.</source>
        <translation>Exportiert und öffnet eine Kopie des Presets, die die korrigierte Tabelle liest. Jede Zeile bleibt in Training, Validierung oder Test.</translation>
    </message>
    <message>
        <source>Right &amp;label:</source>
        <translation>Richtiges &amp;Label:</translation>
    </message>
    <message>
        <source>The image</source>
        <translation>Das Bild</translation>
    </message>
    <message>
        <source>Choose a cell of the matrix: its samples are listed here, the largest loss first.</source>
        <translation>Eine Zelle der Matrix wählen: Ihre Beispiele werden hier gelistet, der größte Loss zuerst.</translation>
    </message>
    <message>
        <source>Corrected rows</source>
        <translation>Korrigierte Zeilen</translation>
    </message>
    <message>
        <source>%1 samples of “%2”, predicted correctly, largest loss first</source>
        <translation>%1 Beispiele von „%2“, richtig vorhergesagt, der größte Loss zuerst</translation>
    </message>
    <message>
        <source>%1 samples of “%2”, predicted as “%3”, largest loss first</source>
        <translation>%1 Beispiele von „%2“, vorhergesagt als „%3“, der größte Loss zuerst</translation>
    </message>
    <message>
        <source>No label is corrected.</source>
        <translation>Kein Label ist korrigiert.</translation>
    </message>
    <message>
        <source>Corrected labels: %1</source>
        <translation>Korrigierte Labels: %1</translation>
    </message>
    <message>
        <source>Labels of images are corrected where they are stored: move the files.</source>
        <translation>Labels von Bildern werden dort korrigiert, wo die Bilder liegen: Dateien verschieben.</translation>
    </message>
    <message>
        <source>This run&apos;s predictions have no line numbers of the data file: run it again to correct labels.</source>
        <translation>Die Vorhersagen dieses Laufs haben keine Zeilennummern der Datendatei: Zum Korrigieren der Labels erneut laufen lassen.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EstimateStrip</name>
    <message>
        <source> · time and total memory measured in %1</source>
        <translation> · Zeit und Gesamtspeicher gemessen in %1</translation>
    </message>
    <message>
        <source> · time measured in %1</source>
        <translation> · Zeit gemessen in %1</translation>
    </message>
    <message>
        <source> · total memory measured in %1</source>
        <translation> · Gesamtspeicher gemessen in %1</translation>
    </message>
    <message>
        <source>Memory that each strategy needs per rank, and what is stored where</source>
        <translation>Speicher, den jede Strategie pro Rang braucht, und was wo gespeichert ist</translation>
    </message>
    <message>
        <source>Open a preset to see what it needs.</source>
        <translation>Ein Preset öffnen, um zu sehen, was es braucht.</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>No GPU here</source>
        <translation>Keine GPU hier</translation>
    </message>
    <message>
        <source>No GPU there</source>
        <translation>Keine GPU dort</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>The preset requires GPUs, and the machine has none.</source>
        <translation>Das Preset verlangt GPUs, und der Rechner hat keine.</translation>
    </message>
    <message>
        <source>More memory is needed than is free now.</source>
        <translation>Es wird mehr Speicher gebraucht, als jetzt frei ist.</translation>
    </message>
    <message>
        <source>More disk is needed than is free now.</source>
        <translation>Es wird mehr Plattenplatz gebraucht, als jetzt frei ist.</translation>
    </message>
    <message>
        <source>Whether it can run: devices, memory and disk</source>
        <translation>Ob es laufen wird: Geräte, Speicher und Platte</translation>
    </message>
    <message>
        <source>%1 parameters, %2 trained · %3 tokens per epoch, %4 · %5 steps · about %6 · disk %7 of %8</source>
        <translation>%1 Parameter, %2 trainiert · %3 Token pro Epoche, %4 · %5 Schritte · etwa %6 · Platte %7 von %8</translation>
    </message>
    <message>
        <source>%1 texts truncated</source>
        <translation>%1 Texte gekürzt</translation>
    </message>
    <message>
        <source>no text truncated</source>
        <translation>kein Text gekürzt</translation>
    </message>
    <message>
        <source> · %1 to %2 batches per rank</source>
        <translation> · %1 bis %2 Batches pro Rang</translation>
    </message>
    <message>
        <source>Time: %1</source>
        <translation>Zeit: %1</translation>
    </message>
    <message>
        <source>Strategies: %1 is recommended</source>
        <translation>Strategien: %1 ist empfohlen</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>Strategien</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>%1 per GPU</source>
        <translation>%1 pro GPU</translation>
    </message>
    <message>
        <source>%1 of %2 per GPU</source>
        <translation>%1 von %2 pro GPU</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Memory of one rank, out of the free memory of its GPU</source>
        <translation>Speicher eines Rangs, vom jetzt freien seiner GPU</translation>
    </message>
    <message>
        <source>Memory of all ranks, out of the free memory of the machine</source>
        <translation>Speicher aller Ränge, vom jetzt freien des Rechners</translation>
    </message>
    <message>
        <source>Measured: the peak of %1, a run of the same shape. The other parts are estimated.</source>
        <translation>Gemessen: die Spitze von %1, einem Lauf gleicher Form. Die anderen Teile sind geschätzt.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Open a preset first</source>
        <translation>Zuerst ein Preset öffnen</translation>
    </message>
    <message>
        <source>The files were not read completely: open Data to read them again.</source>
        <translation>Die Dateien wurden nicht vollständig gelesen: „Daten“ öffnen, um sie erneut zu lesen.</translation>
    </message>
    <message>
        <source>Reading the files…</source>
        <translation>Dateien werden gelesen…</translation>
    </message>
    <message>
        <source>Counting tokens: %1%</source>
        <translation>Token werden gezählt: %1 %</translation>
    </message>
    <message>
        <source>The files are still being read; a run can be started anyway</source>
        <translation>Die Dateien werden noch gelesen; ein Lauf kann trotzdem gestartet werden</translation>
    </message>
    <message>
        <source>%1 checks the preset…</source>
        <translation>%1 prüft das Preset…</translation>
    </message>
    <message>
        <source>The estimate is made once the problems above are solved.</source>
        <translation>Die Schätzung kommt, wenn die Probleme oben gelöst sind.</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s): go to the first</source>
        <translation>
            <numerusform>%n Problem: dorthin gehen</numerusform>
            <numerusform>%n Probleme: zum ersten gehen</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask the server again</source>
        <translation>Den Server erneut fragen</translation>
    </message>
    <message>
        <source>Go to the first problem</source>
        <translation>Zum ersten Problem gehen</translation>
    </message>
    <message numerus="yes">
        <source>Queue for %n GPU(s)</source>
        <translation>
            <numerusform>Für %n GPU einreihen</numerusform>
            <numerusform>Für %n GPUs einreihen</numerusform>
        </translation>
    </message>
    <message>
        <source>Queue for the CPU</source>
        <translation>Für die CPU einreihen</translation>
    </message>
    <message numerus="yes">
        <source>Start on %n GPU(s)</source>
        <translation>
            <numerusform>Auf %n GPU starten</numerusform>
            <numerusform>Auf %n GPUs starten</numerusform>
        </translation>
    </message>
    <message>
        <source>Start on the CPU</source>
        <translation>Auf der CPU starten</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) prevent the run</source>
        <translation>
            <numerusform>%n Problem verhindert den Lauf</numerusform>
            <numerusform>%n Probleme verhindern den Lauf</numerusform>
        </translation>
    </message>
    <message>
        <source>Run this preset; closing the window does not end it</source>
        <translation>Dieses Preset laufen lassen; das Schließen des Fensters beendet den Lauf nicht</translation>
    </message>
    <message>
        <source>Start on %1</source>
        <translation>Auf %1 starten</translation>
    </message>
    <message>
        <source>%1 could not check the preset</source>
        <translation>%1 konnte das Preset nicht prüfen</translation>
    </message>
    <message>
        <source>%1 checks the preset first</source>
        <translation>%1 prüft zuerst das Preset</translation>
    </message>
    <message>
        <source>Run this preset on %1; closing the window does not end it</source>
        <translation>Dieses Preset auf %1 laufen lassen; das Schließen des Fensters beendet den Lauf nicht</translation>
    </message>
    <message>
        <source>Machine to start on</source>
        <translation>Rechner, auf dem gestartet wird</translation>
    </message>
    <message>
        <source>Where Start runs the preset. On a server, paths are those of the server, relative ones start at its base folder; no files are copied.</source>
        <translation>Wo Starten das Preset laufen lässt. Auf einem Server sind seine Pfade die des Servers, relative gelten ab seinem Ordner; Dateien werden nicht kopiert.</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>Server %1</translation>
    </message>
    <message>
        <source>What is wrong with the preset and its files</source>
        <translation>Was am Preset und seinen Dateien falsch ist</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EventStrip</name>
    <message>
        <source>Events of the run</source>
        <translation>Ereignisse des Laufs</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Checkpoint at step %1</source>
        <translation>Checkpoint bei Schritt %1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>Paused at step %1</source>
        <translation>Pausiert bei Schritt %1</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>wiederaufgenommen</translation>
    </message>
    <message>
        <source>Resumed at step %1</source>
        <translation>Wiederaufgenommen bei Schritt %1</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Warning at step %1: %2</source>
        <translation>Warnung bei Schritt %1: %2</translation>
    </message>
    <message>
        <source>best</source>
        <translation>bester</translation>
    </message>
    <message>
        <source>Best model so far: step %1</source>
        <translation>Bisher bestes Modell: Schritt %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ExamplesModel</name>
    <message>
        <source>Image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Corrected to</source>
        <translation>Korrigiert zu</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ExportBundleDialog</name>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>Share %1</source>
        <translation>%1 teilen</translation>
    </message>
    <message>
        <source>The bundle holds the preset, its parents, this note, and hashes of data and model. It holds no data, no code and no path of this machine.</source>
        <translation>Das Bundle enthält das Preset, seine Vorlagen, diese Notiz und Hashes von Daten und Modell. Es enthält keine Daten, keinen Code und keinen Pfad dieses Rechners.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>where to get the data</source>
        <translation>wo es die Daten gibt</translation>
    </message>
    <message>
        <source>where to get the model; empty: as in its config.json</source>
        <translation>wo das Modell zu bekommen ist; leer: wie in seiner config.json</translation>
    </message>
    <message>
        <source>&amp;Note:</source>
        <translation>&amp;Notiz:</translation>
    </message>
    <message>
        <source>&amp;Data:</source>
        <translation>&amp;Daten:</translation>
    </message>
    <message>
        <source>&amp;Model:</source>
        <translation>&amp;Modell:</translation>
    </message>
    <message>
        <source>Save the bundle</source>
        <translation>Bundle speichern</translation>
    </message>
    <message>
        <source>Bundles (*.tunedesk)</source>
        <translation>Bundles (*.tunedesk)</translation>
    </message>
    <message>
        <source>Hashing data and model…</source>
        <translation>Hashes von Daten und Modell werden berechnet…</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::FieldHelp</name>
    <message>
        <source>Help of the field</source>
        <translation>Hilfe zum Feld</translation>
    </message>
    <message>
        <source>Select a field to see its help.</source>
        <translation>Ein Feld auswählen, um seine Hilfe zu sehen.</translation>
    </message>
    <message>
        <source>Hugging Face: %1</source>
        <translation>Hugging Face: %1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Standard: %1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>Erlaubt: %1</translation>
    </message>
    <message>
        <source>Trainer&apos;s default: %1</source>
        <translation>Standard des Trainers: %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::FiguresModel</name>
    <message>
        <source>Mean ± sample standard deviation over the seeds</source>
        <translation>Mittel ± Standardabweichung der Stichprobe über die Seeds</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n seed(s)</source>
        <translation>
            <numerusform>%1: %n Seed</numerusform>
            <numerusform>%1: %n Seeds</numerusform>
        </translation>
    </message>
    <message>
        <source>Published: %1, %2</source>
        <translation>Veröffentlicht: %1, %2</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1 (Baseline)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::FormSection</name>
    <message>
        <source>Fold or unfold these keys</source>
        <translation>Diese Schlüssel auf- oder zuklappen</translation>
    </message>
    <message>
        <source>Hide unused keys</source>
        <translation>Jetzt Unbenutztes ausblenden</translation>
    </message>
    <message numerus="yes">
        <source>Show %n unused key(s)</source>
        <translation>
            <numerusform>%n unbenutzten Schlüssel zeigen</numerusform>
            <numerusform>%n unbenutzte Schlüssel zeigen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Gallery</name>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Class whose images are shown</source>
        <translation>Klasse, deren Bilder gezeigt werden</translation>
    </message>
    <message>
        <source>&amp;Class:</source>
        <translation>&amp;Klasse:</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message numerus="yes">
        <source>%n image(s)</source>
        <translation>
            <numerusform>%n Bild</numerusform>
            <numerusform>%n Bilder</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::GpuModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1%</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message numerus="yes">
        <source>host, %n core(s)</source>
        <translation>
            <numerusform>Host, %n Kern</numerusform>
            <numerusform>Host, %n Kerne</numerusform>
        </translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Load of this run</source>
        <translation>Last dieses Laufs</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Memory of this run</source>
        <translation>Speicher dieses Laufs</translation>
    </message>
    <message>
        <source>Memory in use</source>
        <translation>Belegter Speicher</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HeatMap</name>
    <message>
        <source>Confusion matrix</source>
        <translation>Konfusionsmatrix</translation>
    </message>
    <message>
        <source>true: %1
predicted: %2
%3 rows, %4 of the true class</source>
        <translation>wahr: %1
vorhergesagt: %2
%3 Zeilen, %4 der wahren Klasse</translation>
    </message>
    <message>
        <source>There is no confusion matrix yet.</source>
        <translation>Es gibt noch keine Konfusionsmatrix.</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>true</source>
        <translation>wahr</translation>
    </message>
    <message>
        <source>Show rates</source>
        <translation>Anteile zeigen</translation>
    </message>
    <message>
        <source>true: %1
predicted: %2
change: %3</source>
        <translation>wahr: %1
vorhergesagt: %2
Änderung: %3</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HeatView</name>
    <message>
        <source>The image, and what its parts contribute</source>
        <translation>Das Bild und was seine Teile beitragen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HomePage</name>
    <message>
        <source>Running now</source>
        <translation>Läuft jetzt</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>Neueste Läufe</translation>
    </message>
    <message>
        <source>New from a template</source>
        <translation>Neu aus einer Vorlage</translation>
    </message>
    <message>
        <source>Data used before</source>
        <translation>Früher verwendete Daten</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HubDialog</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Modell finden</translation>
    </message>
    <message>
        <source>Words of the name, such as distilbert or MiniLM</source>
        <translation>Wörter des Namens, etwa distilbert oder MiniLM</translation>
    </message>
    <message>
        <source>Words to search for</source>
        <translation>Suchwörter</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Runs here</source>
        <translation>Läuft hier</translation>
    </message>
    <message>
        <source>Downloads</source>
        <translation>Downloads</translation>
    </message>
    <message>
        <source>Likes</source>
        <translation>Likes</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>License</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>Gefundene Modelle</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft…</translation>
    </message>
    <message>
        <source>no: %1</source>
        <translation>nein: %1</translation>
    </message>
    <message>
        <source>gated</source>
        <translation>zugangsbeschränkt</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>No models found.</source>
        <translation>Keine Modelle gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%n models</source>
        <translation>
            <numerusform>%n Modell</numerusform>
            <numerusform>%n Modelle</numerusform>
        </translation>
    </message>
    <message>
        <source>Find a data set</source>
        <translation>Datensatz finden</translation>
    </message>
    <message>
        <source>Words of the name, such as imdb or emotion</source>
        <translation>Wörter des Namens, etwa imdb oder emotion</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>Lesbar</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Data sets found</source>
        <translation>Gefundene Datensätze</translation>
    </message>
    <message>
        <source>No data sets found.</source>
        <translation>Keine Datensätze gefunden.</translation>
    </message>
    <message numerus="yes">
        <source>%n data sets</source>
        <translation>
            <numerusform>%n Datensatz</numerusform>
            <numerusform>%n Datensätze</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ImagesView</name>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>A training step</source>
        <translation>Ein Trainingsschritt</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ImportBundleDialog</name>
    <message>
        <source>%1, created %2</source>
        <translation>%1, erstellt %2</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Notiz: %1</translation>
    </message>
    <message>
        <source>Parent: %1</source>
        <translation>Vorlage: %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Needs %1: %2</source>
        <translation>Braucht %1: %2</translation>
    </message>
    <message>
        <source>&amp;Import into a folder…</source>
        <translation>&amp;In einen Ordner importieren…</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>What the bundle holds</source>
        <translation>Was das Bundle enthält</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen…</translation>
    </message>
    <message>
        <source>The bundle was not read further, and nothing was written.</source>
        <translation>Nichts davon wurde weiter gelesen, und nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Not available here: %1: %2</source>
        <translation>Noch nicht hier: %1: %2</translation>
    </message>
    <message>
        <source>Not available here: %1 (%2)</source>
        <translation>Noch nicht hier: %1 (%2)</translation>
    </message>
    <message>
        <source>It can run on this machine.</source>
        <translation>Es kann auf diesem Rechner laufen.</translation>
    </message>
    <message>
        <source>Folder to unpack into</source>
        <translation>Ordner zum Entpacken</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ImportDialog</name>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>%1: %2 keys, %3 of them without a counterpart.</source>
        <translation>%1: %2 Schlüssel, %3 davon ohne Entsprechung.</translation>
    </message>
    <message>
        <source>Their key</source>
        <translation>Dortiger Schlüssel</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Key of the preset</source>
        <translation>Schlüssel des Presets</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>How each key is mapped</source>
        <translation>Wie jeder Schlüssel abgebildet wird</translation>
    </message>
    <message>
        <source>not mapped</source>
        <translation>keine Entsprechung</translation>
    </message>
    <message>
        <source>Still missing: %1</source>
        <translation>Fehlt noch: %1</translation>
    </message>
    <message>
        <source>Open as a preset</source>
        <translation>Als Preset öffnen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::KeyRow</name>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Trainer: %1</source>
        <translation>Trainer: %1</translation>
    </message>
    <message>
        <source>The default of Hugging Face&apos;s Trainer is %1, and that of TuneDesk is %2. Click to use %1.</source>
        <translation>Der Standard des Trainers von Hugging Face ist %1, der von TuneDesk %2. Klicken übernimmt %1.</translation>
    </message>
    <message>
        <source>Use the Trainer&apos;s default of %1</source>
        <translation>Standard des Trainers für %1 übernehmen</translation>
    </message>
    <message>
        <source>Remove it from the text; the value is then %1</source>
        <translation>Aus dem Text entfernen; dann gilt %1</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>Not used: %1</source>
        <translation>Nicht verwendet: %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LabelsView</name>
    <message>
        <source>True</source>
        <translation>Wahr</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>True positives</source>
        <translation>Richtig Positive</translation>
    </message>
    <message>
        <source>False positives</source>
        <translation>Falsch Positive</translation>
    </message>
    <message>
        <source>False negatives</source>
        <translation>Falsch Negative</translation>
    </message>
    <message>
        <source>True negatives</source>
        <translation>Richtig Negative</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>Mittlere Precision</translation>
    </message>
    <message>
        <source>Best threshold</source>
        <translation>Bester Schwellenwert</translation>
    </message>
    <message>
        <source>The threshold with the highest F1 on these test rows; predictions use 0.5. Choose a threshold on other rows than those used to evaluate it.</source>
        <translation>Der Schwellenwert mit dem größten F1 auf diesen Testzeilen; Vorhersagen verwenden 0,5. Einen Schwellenwert auf anderen Zeilen wählen als denen, die ihn bewerten.</translation>
    </message>
    <message>
        <source>Scores of each label</source>
        <translation>Werte jedes Labels</translation>
    </message>
    <message>
        <source>Scores of %1 by threshold</source>
        <translation>Werte von %1 nach Schwellenwert</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Schwellenwert</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LearningRatePlot</name>
    <message>
        <source>The loss over the learning rate</source>
        <translation>Der Loss über der Lernrate</translation>
    </message>
    <message>
        <source>loss of a step</source>
        <translation>Loss eines Schritts</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>geglättet</translation>
    </message>
    <message>
        <source>end of the steps at this rate</source>
        <translation>Ende der Schritte mit dieser Rate</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>suggested: %1</source>
        <translation>vorgeschlagen: %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LengthPlot</name>
    <message>
        <source>Rows by their length in tokens</source>
        <translation>Zeilen nach ihrer Länge in Token</translation>
    </message>
    <message>
        <source>The rows have not been tokenized yet.</source>
        <translation>Die Zeilen sind noch nicht tokenisiert.</translation>
    </message>
    <message>
        <source>max_length %1 truncates no row; the longest has %2 tokens.</source>
        <translation>max_length %1 kürzt keine Zeile; die längste hat %2 Token.</translation>
    </message>
    <message>
        <source>max_length %1 truncates %2 rows (%3%) and loses %4% of all tokens; the longest has %5.</source>
        <translation>max_length %1 kürzt %2 Zeilen (%3 %) und verliert %4 % aller Token; die längste hat %5.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Token</translation>
    </message>
    <message numerus="yes">
        <source>%n longer row(s) not shown</source>
        <translation>
            <numerusform>%n längere Zeile nicht gezeigt</numerusform>
            <numerusform>%n längere Zeilen nicht gezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>max_length %1</source>
        <translation>max_length %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LibraryModel</name>
    <message>
        <source>Running</source>
        <translation>Laufend</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Presets</translation>
    </message>
    <message>
        <source>, started %1</source>
        <translation>, gestartet %1</translation>
    </message>
    <message>
        <source>Has changes that are not saved</source>
        <translation>Hat ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n run(s) on this server</source>
        <translation>
            <numerusform>%1: %n Lauf auf diesem Server</numerusform>
            <numerusform>%1: %n Läufe auf diesem Server</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n run(s) that were queued together</source>
        <translation>
            <numerusform>%1: %n Lauf, der zusammen eingereiht wurde</numerusform>
            <numerusform>%1: %n Läufe, die zusammen eingereiht wurden</numerusform>
        </translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LineEditor</name>
    <message>
        <source>the model&apos;s own</source>
        <translation>wie im Modell</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>%1 wählen</translation>
    </message>
    <message>
        <source>Choose a file or folder</source>
        <translation>Eine Datei oder einen Ordner wählen</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Finden…</translation>
    </message>
    <message>
        <source>Find a model on the hub and download it</source>
        <translation>Ein Modell im Hub finden und herunterladen</translation>
    </message>
    <message>
        <source>Rows (*.csv *.tsv *.jsonl *.ndjson *.json *.gz *.zst);;All files (*)</source>
        <translation>Zeilen (*.csv *.tsv *.jsonl *.ndjson *.json *.gz *.zst);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose files</source>
        <translation>Dateien auswählen</translation>
    </message>
    <message>
        <source>Find %1</source>
        <translation>%1 finden</translation>
    </message>
    <message>
        <source>Find a data set on the hub and download it</source>
        <translation>Einen Datensatz im Hub finden und herunterladen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LogModel</name>
    <message>
        <source>rank %1: </source>
        <translation>Rang %1: </translation>
    </message>
    <message>
        <source>error: </source>
        <translation>Fehler: </translation>
    </message>
    <message>
        <source>warning: </source>
        <translation>Warnung: </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LogView</name>
    <message>
        <source>Search the log</source>
        <translation>Log durchsuchen</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Level of the log&apos;s lines</source>
        <translation>Stufe der Logzeilen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MachineCard</name>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>No NVIDIA GPU: trains on the CPU</source>
        <translation>Keine NVIDIA-GPU: Training auf der CPU</translation>
    </message>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n Kern</numerusform>
            <numerusform>%n Kerne</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 free of %2</source>
        <translation>%1 frei von %2</translation>
    </message>
    <message>
        <source>%1, %2 free</source>
        <translation>%1, %2 frei</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MainWindow</name>
    <message>
        <source>TuneDesk</source>
        <translation>TuneDesk</translation>
    </message>
    <message>
        <source>This window cannot write files. To train, resume or save, open it without --read-only.</source>
        <translation>Dieses Fenster kann keine Datei schreiben. Zum Trainieren, Wiederaufnehmen oder Speichern ohne --read-only öffnen.</translation>
    </message>
    <message>
        <source>Fine-tune my CSV</source>
        <translation>Fine-Tuning mit meiner CSV</translation>
    </message>
    <message>
        <source>A table with a column of texts and a column of labels becomes a classifier.</source>
        <translation>Aus einer Tabelle mit einer Spalte Texte und einer Spalte Labels wird ein Klassifikator.</translation>
    </message>
    <message>
        <source>Quickstart</source>
        <translation>Schnellstart</translation>
    </message>
    <message>
        <source>A small model on 8,000 sentences of film reviews: about a minute on two cores.</source>
        <translation>Ein kleines Modell für 8000 Sätze aus Filmkritiken: etwa eine Minute auf zwei Kernen.</translation>
    </message>
    <message>
        <source>Open a run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>Look at a run&apos;s folder, finished or under way.</source>
        <translation>Den Ordner eines Laufs ansehen, beendet oder noch unterwegs.</translation>
    </message>
    <message>
        <source>Open a server</source>
        <translation>Server öffnen</translation>
    </message>
    <message>
        <source>Watch and start runs on another machine, over your own ssh.</source>
        <translation>Läufe auf einem anderen Rechner über das eigene ssh beobachten und starten.</translation>
    </message>
    <message>
        <source>Open a preset</source>
        <translation>Preset öffnen</translation>
    </message>
    <message>
        <source>A YAML file that describes a training: model, data and settings.</source>
        <translation>Eine YAML-Datei, die ein Training beschreibt: Modell, Daten und Einstellungen.</translation>
    </message>
    <message>
        <source>Open a preset first</source>
        <translation>Zuerst ein Preset öffnen</translation>
    </message>
    <message>
        <source>Open a preset or a run first</source>
        <translation>Zuerst ein Preset oder einen Lauf öffnen</translation>
    </message>
    <message>
        <source>Read-only: %1</source>
        <translation>Schreibgeschützt: %1</translation>
    </message>
    <message>
        <source>TuneDesk (read-only)</source>
        <translation>TuneDesk (schreibgeschützt)</translation>
    </message>
    <message>
        <source>%1 - %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>About TuneDesk</source>
        <translation>Über TuneDesk</translation>
    </message>
    <message>
        <source>TuneDesk %1

Fine-tunes pretrained models on your own data.
Licence: GPL-3.0-or-later.</source>
        <translation>TuneDesk %1

Fine-Tuning vortrainierter Modelle mit eigenen Daten.
Lizenz: GPL-3.0-or-later.</translation>
    </message>
    <message>
        <source>The path is on the clipboard.</source>
        <translation>Der Pfad ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Save the preset first: the bundle is made from its file.</source>
        <translation>Zuerst das Preset speichern: Das Bundle entsteht aus seiner Datei.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>The bundle is in %1.</source>
        <translation>Das Bundle ist in %1.</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>Lauf: %1</translation>
    </message>
    <message>
        <source>Preset: %1</source>
        <translation>Preset: %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MeasureDialog</name>
    <message>
        <source>Find the largest batch size</source>
        <translation>Größte Batch-Größe finden</translation>
    </message>
    <message>
        <source>Find the fastest layout</source>
        <translation>Schnellste Aufteilung finden</translation>
    </message>
    <message>
        <source>Find a learning rate</source>
        <translation>Lernrate finden</translation>
    </message>
    <message>
        <source>Measure one step</source>
        <translation>Einen Schritt messen</translation>
    </message>
    <message>
        <source>Trains one step with the longest batch in a separate process, and shows its memory and time next to the estimate.</source>
        <translation>Trainiert einen Schritt mit dem längsten Batch in einem eigenen Prozess und stellt gemessenen Speicher und gemessene Zeit neben die Schätzung.</translation>
    </message>
    <message>
        <source>Tries batch sizes in separate processes, each with its longest batch, to find the largest that fits into memory.</source>
        <translation>Probiert Batch-Größen in eigenen Prozessen, jede mit ihrem längsten Batch, bis die größte bekannt ist, die in den Speicher passt.</translation>
    </message>
    <message>
        <source>Plans how ranks could share a step of the same number of samples: strategies, stages and micro-batches. The best plans are measured in separate processes.</source>
        <translation>Plant, wie Ränge einen Schritt mit gleich vielen Beispielen teilen könnten: Strategien, Stufen und Mikro-Batches. Die besten Pläne werden in eigenen Prozessen gemessen.</translation>
    </message>
    <message>
        <source>Trains some steps with a rising learning rate in a separate process, with constant rates if that is not conclusive, and suggests a learning rate.</source>
        <translation>Trainiert in einem eigenen Prozess einige Schritte mit steigender Lernrate, wo das nicht reicht mit konstanten, und schlägt eine für das Training vor.</translation>
    </message>
    <message>
        <source>Output of the command</source>
        <translation>Ausgabe des Befehls</translation>
    </message>
    <message>
        <source>The command is running</source>
        <translation>Der Befehl läuft</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Use this layout</source>
        <translation>Diese Aufteilung verwenden</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>Writes %1: %2 into the preset</source>
        <translation>Schreibt %1: %2 ins Preset</translation>
    </message>
    <message numerus="yes">
        <source>With the rising rate, the loss falls by no more than its noise: %n constant rate(s) were tried on the same rows.</source>
        <translation>
            <numerusform>Während die Rate steigt, fällt der Loss nicht mehr, als er streut: %n konstante Rate wurde auf denselben Zeilen versucht.</numerusform>
            <numerusform>Während die Rate steigt, fällt der Loss nicht mehr, als er streut: %n konstante Raten wurden auf denselben Zeilen versucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Usable rates (green): %1 to %2.</source>
        <translation>Brauchbare Raten (grün): %1 bis %2.</translation>
    </message>
    <message>
        <source>No rate is better than another: none is suggested.</source>
        <translation>Keine Rate ist besser als eine andere: Keine wird vorgeschlagen.</translation>
    </message>
    <message>
        <source>Rates above %1 diverge (red).</source>
        <translation>Raten über %1 divergieren (rot).</translation>
    </message>
    <message>
        <source>Tries batch sizes until memory is full</source>
        <translation>Probiert Batch-Größen, bis der Speicher voll ist</translation>
    </message>
    <message>
        <source>Tries strategies, ranks and micro-batches for the preset&apos;s batch</source>
        <translation>Probiert Strategien, Ränge und Micro-Batches für den Batch des Presets</translation>
    </message>
    <message>
        <source>Tries rising learning rates for some steps</source>
        <translation>Probiert einige Schritte lang steigende Lernraten</translation>
    </message>
    <message>
        <source>Chooses length, batch size and learning rate, and trains within a given time</source>
        <translation>Wählt Länge, Batch-Größe und Lernrate und trainiert in einer gegebenen Zeit</translation>
    </message>
    <message>
        <source>Memory and time, before any run</source>
        <translation>Speicher und Zeit, vor jedem Lauf</translation>
    </message>
    <message>
        <source>Find the best model within a time</source>
        <translation>Das beste Modell in einer Zeit finden</translation>
    </message>
    <message>
        <source>Chooses length, batch size and learning rate by short trials, trains several runs in the queue within the time, and recommends one model. The runs are in the list of runs.</source>
        <translation>Wählt Länge, Batch-Größe und Lernrate durch kurze Versuche, trainiert in der Zeit mehrere Läufe in der Warteschlange und empfiehlt ein Modell. Die Läufe stehen in der Liste der Läufe.</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>Time for trials and runs</source>
        <translation>Zeit für Versuche und Läufe</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Use these settings</source>
        <translation>Diese Einstellungen übernehmen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MemoryBar</name>
    <message>
        <source>Memory by part</source>
        <translation>Speicher nach Teilen</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>Laufzeit</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>Meldung schließen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MissingModel</name>
    <message>
        <source>The model %1 is not downloaded.</source>
        <translation>Das Modell %1 ist nicht heruntergeladen.</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ModelCard</name>
    <message>
        <source>Small</source>
        <translation>Klein</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>Groß</translation>
    </message>
    <message>
        <source>about %1, %2 of memory</source>
        <translation>etwa %1, %2 Speicher</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>passt nicht</translation>
    </message>
    <message>
        <source>download %1</source>
        <translation>%1 herunterladen</translation>
    </message>
    <message>
        <source>time and memory follow</source>
        <translation>Zeit und Speicher folgen</translation>
    </message>
    <message>
        <source>does not fit: %1</source>
        <translation>passt nicht: %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ModelChoice</name>
    <message>
        <source>All models on this machine</source>
        <translation>Alle Modelle auf diesem Rechner</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Anderer Ordner…</translation>
    </message>
    <message>
        <source>Choose a model&apos;s folder: config.json, model.safetensors and a tokenizer</source>
        <translation>Den Ordner eines Modells wählen: config.json, model.safetensors und ein Tokenizer</translation>
    </message>
    <message>
        <source>Looking for models…</source>
        <translation>Modelle werden gesucht…</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Ein Modell wählen</translation>
    </message>
    <message>
        <source>%1 (not supported: %2)</source>
        <translation>%1 (nicht unterstützt: %2)</translation>
    </message>
    <message>
        <source>Shows the folder of the model.</source>
        <translation>Zeigt den Ordner des Modells.</translation>
    </message>
    <message>
        <source>There is no model on this machine. Download one of these, or choose a folder.</source>
        <translation>Auf diesem Rechner ist kein Modell. Laden Sie eines von diesen herunter oder wählen Sie einen Ordner.</translation>
    </message>
    <message>
        <source>Choose a model&apos;s folder</source>
        <translation>Ordner eines Modells wählen</translation>
    </message>
    <message>
        <source>%1 cannot be fine-tuned: %2.</source>
        <translation>%1 kann nicht feinabgestimmt werden: %2.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::NoteActions</name>
    <message>
        <source>&amp;Rename…</source>
        <translation>U&amp;mbenennen…</translation>
    </message>
    <message>
        <source>A title for this list; the run&apos;s folder keeps its name</source>
        <translation>Ein Titel für diese Liste; der Ordner des Laufs behält seinen Namen</translation>
    </message>
    <message>
        <source>&amp;Tags…</source>
        <translation>&amp;Tags…</translation>
    </message>
    <message>
        <source>Words to find runs by</source>
        <translation>Wörter, um Läufe zu finden</translation>
    </message>
    <message>
        <source>&amp;Note…</source>
        <translation>&amp;Notiz…</translation>
    </message>
    <message>
        <source>Your own text about this run</source>
        <translation>Ein eigener Text zu diesem Lauf</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>&amp;Anheften</translation>
    </message>
    <message>
        <source>Keeps a run above the others</source>
        <translation>Hält einen Lauf über den anderen</translation>
    </message>
    <message>
        <source>&amp;Archive</source>
        <translation>Ar&amp;chivieren</translation>
    </message>
    <message>
        <source>Hides a run from the list; the filter &quot;archived&quot; shows it again</source>
        <translation>Blendet einen Lauf in der Liste aus; der Filter &quot;archived&quot; zeigt ihn wieder</translation>
    </message>
    <message>
        <source>F&amp;orget</source>
        <translation>&amp;Vergessen</translation>
    </message>
    <message>
        <source>Takes a run that was opened by its folder out of this list; the folder stays as it is</source>
        <translation>Nimmt einen Lauf, der über seinen Ordner geöffnet wurde, aus dieser Liste; der Ordner bleibt, wie er ist</translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation>Base&amp;line</translation>
    </message>
    <message>
        <source>Others show their difference from this run</source>
        <translation>Andere zeigen ihren Unterschied zu diesem Lauf</translation>
    </message>
    <message>
        <source>Co&amp;lour…</source>
        <translation>Fa&amp;rbe…</translation>
    </message>
    <message>
        <source>The colour of its curves and bars, on every page</source>
        <translation>Die Farbe seiner Kurven und Balken auf jeder Seite</translation>
    </message>
    <message>
        <source>Select one run first</source>
        <translation>Zuerst genau einen Lauf auswählen</translation>
    </message>
    <message>
        <source>Select a run first</source>
        <translation>Zuerst einen Lauf auswählen</translation>
    </message>
    <message>
        <source>TuneDesk started this run itself: archive it, or delete it to the trash</source>
        <translation>TuneDesk hat diesen Lauf selbst gestartet: archivieren oder in den Papierkorb verschieben</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>Lauf umbenennen</translation>
    </message>
    <message>
        <source>Title (empty: the preset&apos;s name):</source>
        <translation>Titel (leer: der des Presets):</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Tags, with spaces between them:</source>
        <translation>Tags, durch Leerzeichen getrennt:</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>About this run:</source>
        <translation>Über diesen Lauf:</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::NumbersView</name>
    <message>
        <source>True</source>
        <translation>Wahr</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>True and predicted numbers</source>
        <translation>Wahre und vorhergesagte Zahlen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ParallelPlot</name>
    <message>
        <source>Settings and metric of each run</source>
        <translation>Einstellungen und Metrik jedes Laufs</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PathOpener</name>
    <message>
        <source>Choose a table to fine-tune on</source>
        <translation>Tabelle für das Fine-Tuning wählen</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.jsonl *.ndjson *.json *.csv.gz *.tsv.gz *.jsonl.gz *.csv.zst *.tsv.zst *.jsonl.zst)</source>
        <translation>Tabellen (*.csv *.tsv *.jsonl *.ndjson *.json *.csv.gz *.tsv.gz *.jsonl.gz *.csv.zst *.tsv.zst *.jsonl.zst)</translation>
    </message>
    <message>
        <source>Open a preset</source>
        <translation>Preset öffnen</translation>
    </message>
    <message>
        <source>Presets and bundles (*.yaml *.yml *.tunedesk)</source>
        <translation>Presets und Bundles (*.yaml *.yml *.tunedesk)</translation>
    </message>
    <message>
        <source>;;All files (*)</source>
        <translation>;;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a run: choose its folder</source>
        <translation>Lauf öffnen: seinen Ordner wählen</translation>
    </message>
    <message>
        <source>The window for it could not be started.</source>
        <translation>Das Fenster dafür konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>The presets that come with TuneDesk are not installed.</source>
        <translation>Die mit TuneDesk gelieferten Presets sind nicht installiert.</translation>
    </message>
    <message>
        <source>Not a run folder: %1 (preset.yaml is missing).</source>
        <translation>Kein Ordner eines Laufs: %1 (preset.yaml fehlt).</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>Anderen wählen…</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PinDialog</name>
    <message>
        <source>Pin to GPUs</source>
        <translation>An GPUs binden</translation>
    </message>
    <message numerus="yes">
        <source>%1 starts when %n of the chosen GPU(s) is free. If none is chosen, it uses any.</source>
        <translation>
            <numerusform>%1 startet, wenn %n der gewählten GPUs frei ist. Ohne Auswahl nimmt er eine beliebige.</numerusform>
            <numerusform>%1 startet, wenn %n der gewählten GPUs frei sind. Ohne Auswahl nimmt er beliebige.</numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs of this machine</source>
        <translation>GPUs dieses Rechners</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>The run needs %n GPU(s)</source>
        <translation>
            <numerusform>Der Lauf braucht %n GPU</numerusform>
            <numerusform>Der Lauf braucht %n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PipelinePlot</name>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>%1: stages wait %2 % of %3 ms</source>
        <translation>%1: Stufen warten %2 % von %3 ms</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>0 ms</source>
        <translation>0 ms</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PlotBoard</name>
    <message>
        <source>All plots (Esc)</source>
        <translation>Alle Diagramme (Esc)</translation>
    </message>
    <message>
        <source>Double-click a plot to show only it, and again to show all plots</source>
        <translation>Ein Doppelklick auf ein Diagramm zeigt es allein, ein weiterer wieder alle</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Accuracy and F1</source>
        <translation>Genauigkeit und F1</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Throughput (tokens/s)</source>
        <translation>Durchsatz (Token/s)</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>GPU load (%)</source>
        <translation>GPU-Last (%)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
    <message>
        <source>Logarithmic values in all plots</source>
        <translation>Logarithmische Werte in allen Diagrammen</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Undo all zooming and follow the run</source>
        <translation>Alles Zoomen zurücknehmen und dem Lauf folgen</translation>
    </message>
    <message>
        <source>&amp;Over</source>
        <translation>&amp;Darüber</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>&amp;Glättung</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PredictFileDialog</name>
    <message>
        <source>&amp;Predict</source>
        <translation>&amp;Vorhersagen</translation>
    </message>
    <message>
        <source>Predict a file</source>
        <translation>Datei vorhersagen</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>&amp;Wählen…</translation>
    </message>
    <message>
        <source>File:</source>
        <translation>Datei:</translation>
    </message>
    <message>
        <source>&amp;Text column:</source>
        <translation>&amp;Textspalte:</translation>
    </message>
    <message>
        <source>Se&amp;cond text:</source>
        <translation>&amp;Zweiter Text:</translation>
    </message>
    <message>
        <source>&amp;Label column:</source>
        <translation>&amp;Labelspalte:</translation>
    </message>
    <message>
        <source>&amp;Write to:</source>
        <translation>&amp;Schreiben nach:</translation>
    </message>
    <message>
        <source>Labels to compare the predictions with, for the accuracy</source>
        <translation>Labels, mit denen die Vorhersagen für die Genauigkeit verglichen werden</translation>
    </message>
    <message>
        <source>For files with one word per line and for JSONL, each row&apos;s words, tags and predicted tags are written; for CSV texts, their entities.</source>
        <translation>Von Dateien mit einem Wort pro Zeile und von JSONL werden Wörter, Tags und vorhergesagte Tags jeder Zeile geschrieben; von CSV-Texten ihre Entitäten.</translation>
    </message>
    <message>
        <source>All columns of the file are kept; the prediction and each class&apos;s probability are appended.</source>
        <translation>Alle Spalten der Datei bleiben; Vorhersage und Wahrscheinlichkeit jeder Klasse kommen dahinter.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Write the predictions to</source>
        <translation>Vorhersagen schreiben nach</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>This file exists and will be replaced.</source>
        <translation>Diese Datei gibt es schon; sie wird ersetzt.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PredictionView</name>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>now right, was %1</source>
        <translation>jetzt richtig, war %1</translation>
    </message>
    <message>
        <source>now wrong, was %1</source>
        <translation>jetzt falsch, war %1</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Predictions of validation rows</source>
        <translation>Vorhersagen für Validierungszeilen</translation>
    </message>
    <message>
        <source>Step %1: %2 of %3 correct</source>
        <translation>Schritt %1: %2 von %3 richtig</translation>
    </message>
    <message>
        <source>, %1 at step %2</source>
        <translation>, %1 bei Schritt %2</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetForm</name>
    <message>
        <source>No key matches.</source>
        <translation>Kein Schlüssel passt.</translation>
    </message>
    <message>
        <source>The text is invalid. The fields show its last valid state and are locked until the error is corrected.</source>
        <translation>Der Text ist ungültig. Die Felder zeigen seinen letzten gültigen Stand und sind gesperrt, bis der Fehler korrigiert ist.</translation>
    </message>
    <message>
        <source>Open the text</source>
        <translation>Text öffnen</translation>
    </message>
    <message>
        <source>Search settings, keys and Hugging Face names</source>
        <translation>Einstellungen, Schlüssel und Hugging-Face-Namen suchen</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>Schlüssel suchen</translation>
    </message>
    <message>
        <source>Essentials</source>
        <translation>Wesentliches</translation>
    </message>
    <message>
        <source>The keys that most presets set</source>
        <translation>Die Schlüssel, die die meisten Presets setzen</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Schlüssel</translation>
    </message>
    <message>
        <source>Every key, by section</source>
        <translation>Jeder Schlüssel, nach Abschnitten</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetTextEdit</name>
    <message>
        <source>The preset as YAML text</source>
        <translation>Das Preset als YAML-Text</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetTextPage</name>
    <message>
        <source>Edit a copy…</source>
        <translation>Kopie bearbeiten…</translation>
    </message>
    <message>
        <source>Saves this preset under a new name and opens it in Set-up</source>
        <translation>Speichert dieses Preset unter eigenem Namen und öffnet es in der Einrichtung</translation>
    </message>
    <message>
        <source>The run&apos;s preset</source>
        <translation>Das Preset des Laufs</translation>
    </message>
    <message>
        <source>The run&apos;s preset as it was started: %1</source>
        <translation>Das Preset des Laufs, wie es gestartet wurde: %1</translation>
    </message>
    <message>
        <source>Save a copy of the preset</source>
        <translation>Kopie des Presets speichern</translation>
    </message>
    <message>
        <source>Presets (*.yaml *.yml)</source>
        <translation>Presets (*.yaml *.yml)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetTools</name>
    <message>
        <source>Strategies need several ranks: set parallel.processes above 1, and wait for the estimate.</source>
        <translation>Strategien sind für mehrere Ränge: parallel.processes größer als eins setzen und die Schätzung abwarten.</translation>
    </message>
    <message>
        <source>Save the preset as</source>
        <translation>Preset speichern unter</translation>
    </message>
    <message>
        <source>Presets (*.yaml *.yml)</source>
        <translation>Presets (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Relative paths start at the preset&apos;s folder: check data, model and extends.</source>
        <translation>Relative Pfade gelten ab dem Ordner des Presets: data, model und extends prüfen.</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>Einstellungen importieren</translation>
    </message>
    <message>
        <source>TrainingArguments, accelerate, DeepSpeed (*.json *.yaml *.yml)</source>
        <translation>TrainingArguments, accelerate, DeepSpeed (*.json *.yaml *.yml)</translation>
    </message>
    <message>
        <source>Compare with a preset or a run&apos;s preset.yaml</source>
        <translation>Mit einem Preset oder der preset.yaml eines Laufs vergleichen</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Discard them</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PresetView</name>
    <message>
        <source>Set-up</source>
        <translation>Einrichtung</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>The queue is this machine&apos;s, and Start is set to %1. Choose this machine to queue runs.</source>
        <translation>Die Warteschlange gehört zu diesem Rechner, und Starten ist auf %1 gestellt. Diesen Rechner wählen, um Läufe einzureihen.</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PreviewTable</name>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>label</source>
        <translation>Label</translation>
    </message>
    <message>
        <source>First rows of the table</source>
        <translation>Erste Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>%1 is the text</source>
        <translation>%1 ist der Text</translation>
    </message>
    <message>
        <source>%1 is the label</source>
        <translation>%1 ist das Label</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ProgressPanel</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::QueueActions</name>
    <message>
        <source>Move &amp;up in the queue</source>
        <translation>In der Warteschlange nach &amp;oben</translation>
    </message>
    <message>
        <source>One place earlier</source>
        <translation>Einen Platz früher</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Move dow&amp;n in the queue</source>
        <translation>In der Warteschlange nach &amp;unten</translation>
    </message>
    <message>
        <source>One place later</source>
        <translation>Einen Platz später</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Alt+Down</source>
        <translation>Alt+Down</translation>
    </message>
    <message>
        <source>Move to the &amp;front of the queue</source>
        <translation>An den An&amp;fang der Warteschlange</translation>
    </message>
    <message>
        <source>The next to start</source>
        <translation>Startet als Nächstes</translation>
    </message>
    <message>
        <source>To the front</source>
        <translation>An den Anfang</translation>
    </message>
    <message>
        <source>&amp;Hold</source>
        <translation>An&amp;halten</translation>
    </message>
    <message>
        <source>Keeps its place and does not start; later runs start first</source>
        <translation>Behält seinen Platz und startet nicht; andere ziehen vorbei</translation>
    </message>
    <message>
        <source>R&amp;elease</source>
        <translation>Freige&amp;ben</translation>
    </message>
    <message>
        <source>Starts in its turn</source>
        <translation>Startet, wenn er an der Reihe ist</translation>
    </message>
    <message>
        <source>Pin to &amp;GPUs…</source>
        <translation>An GPUs b&amp;inden…</translation>
    </message>
    <message>
        <source>Starts only on chosen GPUs</source>
        <translation>Startet nur auf gewählten GPUs</translation>
    </message>
    <message>
        <source>Remove from the &amp;queue</source>
        <translation>Aus der Warteschlange &amp;entfernen</translation>
    </message>
    <message>
        <source>Removes it and its folder, which holds only the preset</source>
        <translation>Nimmt ihn heraus; sein Ordner, der nur das Preset enthält, wird entfernt</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Select a queued run first</source>
        <translation>Zuerst einen Lauf auswählen, der in der Warteschlange steht</translation>
    </message>
    <message>
        <source>It is the first one</source>
        <translation>Er ist der erste</translation>
    </message>
    <message>
        <source>It is the last one</source>
        <translation>Er ist der letzte</translation>
    </message>
    <message>
        <source>It is held</source>
        <translation>Er ist angehalten</translation>
    </message>
    <message>
        <source>It is not held</source>
        <translation>Er ist nicht angehalten</translation>
    </message>
    <message>
        <source>Select one run</source>
        <translation>Genau einen Lauf auswählen</translation>
    </message>
    <message>
        <source>The run trains on the CPU, as parallel.devices requests</source>
        <translation>Der Lauf trainiert auf der CPU, wie parallel.devices es verlangt</translation>
    </message>
    <message>
        <source>Remove from the queue</source>
        <translation>Aus der Warteschlange entfernen</translation>
    </message>
    <message numerus="yes">
        <source>Take %n run(s) out of the queue? Their folders, which hold only the presets, are removed.</source>
        <translation>
            <numerusform>%n Lauf aus der Warteschlange nehmen? Sein Ordner, der nur das Preset enthält, wird entfernt.</numerusform>
            <numerusform>%n Läufe aus der Warteschlange nehmen? Ihre Ordner, die nur die Presets enthalten, werden entfernt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::QueueWatch</name>
    <message>
        <source>Busy now.</source>
        <translation>Zurzeit belegt.</translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>a CPU slot</source>
        <translation>ein CPU-Platz</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) before it.</source>
        <translation>
            <numerusform>%n Lauf davor.</numerusform>
            <numerusform>%n Läufe davor.</numerusform>
        </translation>
    </message>
    <message>
        <source>It starts in a moment.</source>
        <translation>Startet gleich.</translation>
    </message>
    <message>
        <source>It is held: it starts after you release it. Later runs start first.</source>
        <translation>Angehalten: Startet nach der Freigabe. Andere ziehen vorbei.</translation>
    </message>
    <message>
        <source>It needs %1, and this machine has only %2 for it.</source>
        <translation>Braucht %1, und dieser Rechner hat dafür nur %2.</translation>
    </message>
    <message>
        <source>It waits for %1, kept for runs before it.</source>
        <translation>Wartet auf %1, für Läufe davor freigehalten.</translation>
    </message>
    <message>
        <source>It waits for %1: the GPUs or their memory are in use.</source>
        <translation>Wartet auf %1: die GPUs oder ihr Speicher sind belegt.</translation>
    </message>
    <message>
        <source>It waits for %1; %2 in use.</source>
        <translation>Wartet auf %1; %2 belegt.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::QueuedView</name>
    <message>
        <source>Place %1 of %2 in the queue, queued %3</source>
        <translation>Platz %1 von %2 in der Warteschlange, eingereiht %3</translation>
    </message>
    <message>
        <source>%1, with %2</source>
        <translation>%1, mit %2</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Pinned to %1.</source>
        <translation>An %1 gebunden.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RankModel</name>
    <message>
        <source>dead: %1</source>
        <translation>tot: %1</translation>
    </message>
    <message>
        <source>waits for rank %1</source>
        <translation>wartet auf Rang %1</translation>
    </message>
    <message>
        <source>dead: no heartbeat for %1 s</source>
        <translation>tot: seit %1 s kein Heartbeat</translation>
    </message>
    <message>
        <source>silent: stopped by a signal; kill -CONT %1 continues it</source>
        <translation>still: durch ein Signal angehalten; kill -CONT %1 setzt ihn fort</translation>
    </message>
    <message>
        <source>silent: counts as hung after %1 s</source>
        <translation>still: gilt nach %1 s als hängend</translation>
    </message>
    <message>
        <source>slow: %1 steps behind</source>
        <translation>langsam: %1 Schritte zurück</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>vor %1 s</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>Heartbeat</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitspuffer</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RemoteServers</name>
    <message>
        <source>Open a ser&amp;ver…</source>
        <translation>Ser&amp;ver öffnen…</translation>
    </message>
    <message>
        <source>Shows the runs of another machine, over your own ssh</source>
        <translation>Zeigt die Läufe eines anderen Rechners, über das eigene ssh</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ReportPage</name>
    <message numerus="yes">
        <source>%n label(s) corrected in a copy of %1.</source>
        <translation>
            <numerusform>%n Label in einer Kopie von %1 korrigiert.</numerusform>
            <numerusform>%n Labels in einer Kopie von %1 korrigiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Training, validation and test keep the first run&apos;s rows (data.split_file).</source>
        <translation>Training, Validierung und Test behalten die Zeilen des ersten Laufs (data.split_file).</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>As Markdown</source>
        <translation>Als Markdown</translation>
    </message>
    <message>
        <source>As LaTeX</source>
        <translation>Als LaTeX</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>Entitäten</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>Ähnlichkeit</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Konfusion</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Select a run to read its report.</source>
        <translation>Einen Lauf auswählen, um seinen Bericht zu lesen.</translation>
    </message>
    <message>
        <source>Reading the report…</source>
        <translation>Bericht wird gelesen…</translation>
    </message>
    <message>
        <source>There is no report to show.</source>
        <translation>Es gibt keinen Bericht zu zeigen.</translation>
    </message>
    <message>
        <source>The report is written at the end of the run.</source>
        <translation>Der Bericht kommt am Ende des Laufs.</translation>
    </message>
    <message>
        <source>This run has no report yet. Resume it to get one.</source>
        <translation>Dieser Lauf hat noch keinen Bericht hinterlassen. Wiederaufnehmen ergibt einen.</translation>
    </message>
    <message>
        <source>The run had no labelled test rows.</source>
        <translation>Der Lauf hatte keine Testzeilen mit Labels.</translation>
    </message>
    <message numerus="yes">
        <source>%n saved correction(s) match no row of these predictions: the run has tested other rows since. They are kept, and not shown.</source>
        <translation>
            <numerusform>%n gespeicherte Korrektur passt zu keiner Zeile dieser Vorhersagen: Der Lauf hat seitdem andere Zeilen getestet. Sie bleibt erhalten und wird nicht gezeigt.</numerusform>
            <numerusform>%n gespeicherte Korrekturen passen zu keiner Zeile dieser Vorhersagen: Der Lauf hat seitdem andere Zeilen getestet. Sie bleiben erhalten und werden nicht gezeigt.</numerusform>
        </translation>
    </message>
    <message>
        <source>The report is on the clipboard as Markdown.</source>
        <translation>Der Bericht ist als Markdown in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The report is on the clipboard as LaTeX.</source>
        <translation>Der Bericht ist als LaTeX in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>Der Bericht ist in %1.</translation>
    </message>
    <message>
        <source>Corrected labels: %1, in %2; the list is corrections.csv beside it.</source>
        <translation>Korrigierte Labels: %1, in %2; die Liste ist corrections.csv daneben.</translation>
    </message>
    <message>
        <source>Label doctor</source>
        <translation>Label-Doktor</translation>
    </message>
    <message>
        <source>Corrections</source>
        <translation>Korrekturen</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>Export the report</source>
        <translation>Den Bericht exportieren</translation>
    </message>
    <message>
        <source>One file with scores, confusion matrix, curves, cost, environment and preset</source>
        <translation>Eine Datei mit Werten, Konfusionsmatrix, Kurven, Aufwand, Umgebung und Preset</translation>
    </message>
    <message>
        <source>As PDF…</source>
        <translation>Als PDF…</translation>
    </message>
    <message>
        <source>As HTML page…</source>
        <translation>Als HTML-Seite…</translation>
    </message>
    <message>
        <source>HTML pages (*.html)</source>
        <translation>HTML-Seiten (*.html)</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RowsModel</name>
    <message>
        <source>cannot be used: %1</source>
        <translation>nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Click to set the role of this column</source>
        <translation>Klicken, um anzugeben, was diese Spalte ist</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RowsStatus</name>
    <message>
        <source>Download</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Download these rows into the cache</source>
        <translation>Diese Zeilen in den Cache herunterladen</translation>
    </message>
    <message>
        <source>Download %1</source>
        <translation>%1 herunterladen</translation>
    </message>
    <message>
        <source>%1 is in the cache: %2, %3, commit %4</source>
        <translation>%1 ist im Cache: %2, %3, Commit %4</translation>
    </message>
    <message>
        <source>%1 is not in the cache</source>
        <translation>%1 ist nicht im Cache</translation>
    </message>
    <message>
        <source>%1 has no rows for this key; its parts: %2</source>
        <translation>%1 hat keine Zeilen für diesen Schlüssel; seine Teile: %2</translation>
    </message>
    <message>
        <source>%1 has no such part; its parts: %2</source>
        <translation>%1 hat keinen solchen Teil; seine Teile: %2</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunActions</name>
    <message>
        <source>Select one run first</source>
        <translation>Zuerst genau einen Lauf auswählen</translation>
    </message>
    <message>
        <source>The run is queued: remove it from the queue.</source>
        <translation>Der Lauf ist in der Warteschlange: daraus entfernen.</translation>
    </message>
    <message>
        <source>Save a copy of the preset</source>
        <translation>Kopie des Presets speichern</translation>
    </message>
    <message>
        <source>Presets (*.yaml *.yml)</source>
        <translation>Presets (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Select a run first</source>
        <translation>Zuerst einen Lauf auswählen</translation>
    </message>
    <message numerus="yes">
        <source>and %n other(s)</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: done for %n run(s).</source>
        <translation>
            <numerusform>%1: für %n Lauf ausgeführt.</numerusform>
            <numerusform>%1: für %n Läufe ausgeführt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunCard</name>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 vs. baseline</source>
        <translation>%1 zur Baseline</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunColourChanges</name>
    <message>
        <source>Colour of the run</source>
        <translation>Farbe des Laufs</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunLauncher</name>
    <message>
        <source>The run is being started…</source>
        <translation>Der Lauf wird gestartet…</translation>
    </message>
    <message>
        <source>Being queued…</source>
        <translation>Wird eingereiht…</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunNotifications</name>
    <message numerus="yes">
        <source>%n more run(s) failed.</source>
        <translation>
            <numerusform>%n weiterer Lauf ist fehlgeschlagen.</numerusform>
            <numerusform>%n weitere Läufe sind fehlgeschlagen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunView</name>
    <message>
        <source>Watch</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preset</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>Compare s&amp;weep</source>
        <translation>S&amp;weep vergleichen</translation>
    </message>
    <message>
        <source>Open fo&amp;lder</source>
        <translation>O&amp;rdner öffnen</translation>
    </message>
    <message>
        <source>&amp;Actions</source>
        <translation>&amp;Aktionen</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>The selected runs side by side</source>
        <translation>Die ausgewählten Läufe nebeneinander</translation>
    </message>
    <message>
        <source>The settings and the metric of the selected runs, or of all runs of the sweep</source>
        <translation>Einstellungen und Metrik der ausgewählten Läufe oder aller Läufe des Sweeps</translation>
    </message>
    <message>
        <source>Shows the folder in the file manager</source>
        <translation>Zeigt den Ordner in der Dateiverwaltung</translation>
    </message>
    <message>
        <source>Colu&amp;mns</source>
        <translation>&amp;Spalten</translation>
    </message>
    <message>
        <source>All actions on the selected runs</source>
        <translation>Alle Aktionen für die ausgewählten Läufe</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 selected</source>
        <translation>%1, %2 ausgewählt</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ScoresModel</name>
    <message>
        <source>F1 (accuracy in the accuracy row) minus that of the baseline run</source>
        <translation>F1, in der Zeile der Genauigkeit die Genauigkeit, abzüglich der des Baseline-Laufs</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>vs. baseline</source>
        <translation>Zur Baseline</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Macro average</source>
        <translation>Makro-Mittel</translation>
    </message>
    <message>
        <source>Weighted average</source>
        <translation>Gewichtetes Mittel</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ScoresView</name>
    <message>
        <source>Classification report</source>
        <translation>Klassifikationsbericht</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>Always “%1”</source>
        <translation>Immer „%1“</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>Baseline: %1</translation>
    </message>
    <message>
        <source>%1 before training</source>
        <translation>%1 vor dem Training</translation>
    </message>
    <message>
        <source>Expected calibration error</source>
        <translation>Kalibrierungsfehler (ECE)</translation>
    </message>
    <message>
        <source>Tested weights</source>
        <translation>Getestete Gewichte</translation>
    </message>
    <message>
        <source>of step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>of step %1, best by %2</source>
        <translation>Schritt %1, bester nach %2</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Servers</name>
    <message numerus="yes">
        <source>%1: %2. Its runs continue. Retrying in %n second(s).</source>
        <translation>
            <numerusform>%1: %2. Dortige Läufe laufen weiter. Neuer Versuch in %n Sekunde.</numerusform>
            <numerusform>%1: %2. Dortige Läufe laufen weiter. Neuer Versuch in %n Sekunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has TuneDesk %2, this machine has %3: install the same version on both.</source>
        <translation>%1 hat TuneDesk %2, hier ist %3: auf beiden dieselbe Version installieren.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Notify on the desktop when a run ends</source>
        <translation>Auf dem Desktop melden, wenn ein Lauf endet</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Erscheinungsbild</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>Sp&amp;rache</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SettingsView</name>
    <message>
        <source>Metric that colors the runs</source>
        <translation>Metrik, nach der die Läufe gefärbt sind</translation>
    </message>
    <message>
        <source>M&amp;etric:</source>
        <translation>M&amp;etrik:</translation>
    </message>
    <message>
        <source>These runs have the same settings.</source>
        <translation>Diese Läufe unterscheiden sich in keiner Einstellung.</translation>
    </message>
    <message>
        <source>No metric is known for two of these runs yet.</source>
        <translation>Noch ist von keinen zwei dieser Läufe eine Metrik bekannt.</translation>
    </message>
    <message numerus="yes">
        <source>%n further setting(s) differ: see Figures</source>
        <translation>
            <numerusform>%n weitere Einstellung unterscheidet sich: siehe Kennzahlen</numerusform>
            <numerusform>%n weitere Einstellungen unterscheiden sich: siehe Kennzahlen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Importance of settings: %1, %n run(s)</source>
        <translation>
            <numerusform>Wichtigkeit der Einstellungen: %1, %n Lauf</numerusform>
            <numerusform>Wichtigkeit der Einstellungen: %1, %n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, correlation %2</source>
        <translation>%1, Korrelation %2</translation>
    </message>
    <message>
        <source>Share of the variance of the metric&apos;s ranks that a setting explains by itself: adjusted R² of a least-squares fit on its ranks and their squares, or on its values. Settings that change together share it.</source>
        <translation>Anteil der Varianz der Ränge der Metrik, den eine Einstellung allein erklärt: korrigiertes R² einer Ausgleichsrechnung auf ihren Rängen und deren Quadraten oder auf ihren Werten. Einstellungen, die sich gemeinsam ändern, teilen ihn.</translation>
    </message>
    <message>
        <source>Importance needs at least %1 runs with this metric; there are %2.</source>
        <translation>Die Wichtigkeit braucht mindestens %1 Läufe mit dieser Metrik; es gibt %2.</translation>
    </message>
    <message>
        <source>No setting has the same value in several runs: their importance is unknown.</source>
        <translation>Keine Einstellung hat in mehreren Läufen denselben Wert: ihre Wichtigkeit ist unbekannt.</translation>
    </message>
    <message>
        <source>Approximate: fewer than %1 runs.</source>
        <translation>Grob: weniger als %1 Läufe.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SetupHead</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo the last edit, of form or text</source>
        <translation>Letzte Änderung rückgängig machen, in Formular oder Text</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo the edit</source>
        <translation>Änderung wiederholen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Write the preset&apos;s file</source>
        <translation>Die Datei des Presets schreiben</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Sweep, save as, import, compare, copy the command</source>
        <translation>Sweep, speichern unter, importieren, vergleichen, Befehl kopieren</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>Sweep…</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Import another tool&apos;s settings…</source>
        <translation>Einstellungen eines anderen Werkzeugs importieren…</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit…</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source> – not saved</source>
        <translation> – nicht gespeichert</translation>
    </message>
    <message>
        <source>extends %1</source>
        <translation>erweitert %1</translation>
    </message>
    <message>
        <source>Memory and time of a step, the batch size that fits, the fastest layout, a learning rate, or the best model within some minutes</source>
        <translation>Speicher und Zeit eines Schritts, die passende Batch-Größe, die schnellste Aufteilung, eine Lernrate oder das beste Modell in einigen Minuten</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SetupPage</name>
    <message>
        <source>Choose a preset at the left, or drop one here.</source>
        <translation>Links ein Preset wählen oder eines hier ablegen.</translation>
    </message>
    <message>
        <source>Another program changed this file; it was reloaded.</source>
        <translation>Ein anderes Programm hat diese Datei geändert; sie wurde neu gelesen.</translation>
    </message>
    <message>
        <source>Another program changed this file. Saving is disabled so that no change is lost.</source>
        <translation>Ein anderes Programm hat diese Datei geändert. Das Speichern ist ausgesetzt, damit nichts verloren geht.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu lesen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SeveralValues</name>
    <message numerus="yes">
        <source>%1 has %n values. A sweep queues a run for each.</source>
        <translation>
            <numerusform>%1 hat %n Wert. Ein Sweep reiht für jeden einen Lauf ein.</numerusform>
            <numerusform>%1 hat %n Werte. Ein Sweep reiht für jeden einen Lauf ein.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>Sweep…</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ShardPicture</name>
    <message>
        <source>What is stored where</source>
        <translation>Was wo gespeichert ist</translation>
    </message>
    <message>
        <source>%1: one part of %2 on each rank</source>
        <translation>%1: ein Teil von %2 auf jedem Rang</translation>
    </message>
    <message>
        <source>%1: all on each rank</source>
        <translation>%1: alles auf jedem Rang</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>and so on, for %1 ranks</source>
        <translation>und so weiter, für %1 Ränge</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Sidebar</name>
    <message>
        <source>Filter: words, accuracy&gt;0.8</source>
        <translation>Filter: Wörter, accuracy&gt;0.8</translation>
    </message>
    <message>
        <source>Filter the runs and presets</source>
        <translation>Läufe und Presets filtern</translation>
    </message>
    <message>
        <source>Words of a title, tag, note or path; a key or metric with =, !=, &lt;, &gt;, &lt;= or &gt;=, for example learning_rate=2e-5 accuracy&gt;0.8; &quot;archived&quot; also shows archived runs</source>
        <translation>Wörter eines Titels, Tags, einer Notiz oder eines Pfads; ein Schlüssel oder eine Metrik mit =, !=, &lt;, &gt;, &lt;= oder &gt;=, zum Beispiel learning_rate=2e-5 accuracy&gt;0.8; &quot;archived&quot; zeigt auch archivierte Läufe</translation>
    </message>
    <message>
        <source>Sort the runs by</source>
        <translation>Läufe sortieren nach</translation>
    </message>
    <message>
        <source>Sort the runs by a metric or a preset key</source>
        <translation>Läufe nach einer Metrik oder einem Schlüssel des Presets sortieren</translation>
    </message>
    <message>
        <source>Runs and presets</source>
        <translation>Läufe und Presets</translation>
    </message>
    <message>
        <source>Latest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SimilarityView</name>
    <message>
        <source>Second text</source>
        <translation>Zweiter Text</translation>
    </message>
    <message>
        <source>Rank or score</source>
        <translation>Rang / Wert</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SplitSlider</name>
    <message>
        <source>Splits</source>
        <translation>Splits</translation>
    </message>
    <message>
        <source>%1 %2% (%3 rows)</source>
        <translation>%1 %2 % (%3 Zeilen)</translation>
    </message>
    <message>
        <source>%1 %2%</source>
        <translation>%1 %2 %</translation>
    </message>
    <message>
        <source>Drag a border, or move it by Left and Right; Up and Down choose the other one.</source>
        <translation>Ziehen Sie eine Grenze oder verschieben Sie sie mit den Tasten Links und Rechts; Auf und Ab wählen die andere.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::StrategyDialog</name>
    <message>
        <source>Parameters, gradients and the optimizer&apos;s state are divided among the ranks; blocks are gathered when they are needed.</source>
        <translation>Parameter, Gradienten und Zustand des Optimierers sind auf die Ränge verteilt; Blöcke werden gesammelt, wenn sie gebraucht werden.</translation>
    </message>
    <message>
        <source>Gradients and the optimizer&apos;s state are divided among the ranks.</source>
        <translation>Gradienten und Zustand des Optimierers sind auf die Ränge verteilt.</translation>
    </message>
    <message>
        <source>The optimizer&apos;s state is divided among the ranks.</source>
        <translation>Der Zustand des Optimierers ist auf die Ränge verteilt.</translation>
    </message>
    <message>
        <source>Each rank keeps a copy of everything.</source>
        <translation>Jeder Rang hält eine Kopie von allem.</translation>
    </message>
    <message>
        <source>a copy of the model on each rank does not fit</source>
        <translation>eine Kopie des Modells nicht auf jeden Rang passt</translation>
    </message>
    <message>
        <source>the optimizer does not fit on each rank</source>
        <translation>der Optimierer nicht auf jeden Rang passt</translation>
    </message>
    <message>
        <source>a copy of everything fits on each rank</source>
        <translation>eine Kopie von allem auf jeden Rang passt</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>Strategien</translation>
    </message>
    <message numerus="yes">
        <source>%n ranks share the samples of each step. The strategy says what each of them keeps.</source>
        <translation>
            <numerusform>%n Rang teilt sich die Beispiele jedes Schritts. Die Strategie sagt, was er davon hält.</numerusform>
            <numerusform>%n Ränge teilen sich die Beispiele jedes Schritts. Die Strategie sagt, was jeder davon hält.</numerusform>
        </translation>
    </message>
    <message>
        <source>Recommended: %1, because %2 (%3 free for a rank).</source>
        <translation>Empfohlen: %1, weil %2 (%3 frei für einen Rang).</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message numerus="yes">
        <source>The model&apos;s layers are divided among %n stages, each on a rank of its own.</source>
        <translation>
            <numerusform>Die Schichten des Modells sind auf %n Stufe verteilt, jede auf einem eigenen Rang.</numerusform>
            <numerusform>Die Schichten des Modells sind auf %n Stufen verteilt, jede auf einem eigenen Rang.</numerusform>
        </translation>
    </message>
    <message>
        <source>Stage %1: layers %2 to %3</source>
        <translation>Stufe %1: Schichten %2 bis %3</translation>
    </message>
    <message>
        <source>%1 per rank</source>
        <translation>%1 pro Rang</translation>
    </message>
    <message>
        <source>Planned step</source>
        <translation>Geplanter Schritt</translation>
    </message>
    <message>
        <source>%1 per rank
sends %2 per step</source>
        <translation>%1 pro Rang
sendet %2 pro Schritt</translation>
    </message>
    <message>
        <source>Recommended here.</source>
        <translation>Hier empfohlen.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SweepDialog</name>
    <message>
        <source>&amp;Add a key</source>
        <translation>Schlüssel &amp;hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Hold them: they start when released</source>
        <translation>An&amp;halten: Sie starten nach der Freigabe</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Einreihen</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>One run for each combination of the values, each repeated with every seed. They are queued together; Compare shows their mean ± standard deviation.</source>
        <translation>Ein Lauf für jede Kombination der Werte, jede mit jedem Seed wiederholt. Sie werden zusammen eingereiht; der Vergleich zeigt Mittel ± Standardabweichung.</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>Läufe des Sweeps</translation>
    </message>
    <message>
        <source>Number of runs and their time</source>
        <translation>Zahl der Läufe und ihre Zeit</translation>
    </message>
    <message>
        <source>Runs of each combination: with training.seed, training.seed + 1 and so on</source>
        <translation>Läufe jeder Kombination: mit training.seed, training.seed + 1 und so weiter</translation>
    </message>
    <message>
        <source>the preset&apos;s name</source>
        <translation>der Name des Presets</translation>
    </message>
    <message>
        <source>Common name of these runs</source>
        <translation>Gemeinsamer Name dieser Läufe</translation>
    </message>
    <message>
        <source>&amp;Seeds:</source>
        <translation>&amp;Seeds:</translation>
    </message>
    <message>
        <source>&amp;Group:</source>
        <translation>&amp;Gruppe:</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>values, with commas between them: 1e-5, 3e-5</source>
        <translation>Werte, durch Kommas getrennt: 1e-5, 3e-5</translation>
    </message>
    <message>
        <source>Keep the preset&apos;s value of this key</source>
        <translation>Diesen Schlüssel lassen, wie ihn das Preset hat</translation>
    </message>
    <message>
        <source>Key %1</source>
        <translation>Schlüssel %1</translation>
    </message>
    <message>
        <source>Values of key %1</source>
        <translation>Werte des Schlüssels %1</translation>
    </message>
    <message>
        <source>Remove key %1</source>
        <translation>Schlüssel %1 entfernen</translation>
    </message>
    <message>
        <source>Correct the values first</source>
        <translation>Zuerst die Werte korrigieren</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Queue %n run(s)</source>
        <translation>
            <numerusform>%n Lauf &amp;einreihen</numerusform>
            <numerusform>%n Läufe &amp;einreihen</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>&amp;Warteschlange</translation>
    </message>
    <message>
        <source>Nothing to queue yet.</source>
        <translation>Noch nichts einzureihen.</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s); their time is being estimated.</source>
        <translation>
            <numerusform>%n Lauf; seine Zeit wird geschätzt.</numerusform>
            <numerusform>%n Läufe; ihre Zeit wird geschätzt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), about %1 of training in all.</source>
        <translation>
            <numerusform>%n Lauf, insgesamt etwa %1 Training.</numerusform>
            <numerusform>%n Läufe, insgesamt etwa %1 Training.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 at a time: about %2.</source>
        <translation>%1 zugleich: etwa %2.</translation>
    </message>
    <message>
        <source>Together they leave about %1 on the disk, where %2 are free.</source>
        <translation>Zusammen hinterlassen sie etwa %1 auf der Platte, auf der %2 frei sind.</translation>
    </message>
    <message>
        <source>The disk has no room for all of them: %1 are needed, %2 are free. Keep fewer checkpoints (checkpoint.keep), or sweep fewer values.</source>
        <translation>Die Platte hat nicht für alle Platz: %1 werden gebraucht, %2 sind frei. Weniger Checkpoints behalten (checkpoint.keep) oder weniger Werte durchlaufen.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SweepModel</name>
    <message>
        <source>as the preset</source>
        <translation>wie das Preset</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>nicht lauffähig</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TableColumns</name>
    <message>
        <source>Click to sort; right-click to choose columns</source>
        <translation>Ein Klick sortiert; die rechte Taste wählt Spalten</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Einstellungen, die sich unterscheiden</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TemplateList</name>
    <message numerus="yes">
        <source>%n preset(s)</source>
        <translation>
            <numerusform>%n Preset</numerusform>
            <numerusform>%n Presets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TextDrawer</name>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>Show or hide the preset&apos;s text (%1)</source>
        <translation>Text des Presets ein- oder ausblenden (%1)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TokenView</name>
    <message>
        <source>The row as tokens</source>
        <translation>Die Zeile als Token</translation>
    </message>
    <message>
        <source>Choose a row above to see its tokens.</source>
        <translation>Oben eine Zeile wählen, um ihre Token zu sehen.</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s), all of them kept</source>
        <translation>
            <numerusform>%n Token, alle behalten</numerusform>
            <numerusform>%n Token, alle behalten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens, %2 of them kept</source>
        <translation>%1 Token, %2 davon behalten</translation>
    </message>
    <message>
        <source>, read in %1 windows</source>
        <translation>, in %1 Fenstern gelesen</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TrackingActions</name>
    <message>
        <source>Write for &amp;MLflow…</source>
        <translation>Für &amp;MLflow schreiben…</translation>
    </message>
    <message>
        <source>Write for &amp;W&amp;&amp;B…</source>
        <translation>Für &amp;W&amp;&amp;B schreiben…</translation>
    </message>
    <message>
        <source>Settings, metrics and report, as files that mlflow ui shows</source>
        <translation>Einstellungen, Metriken und Bericht als Dateien, die mlflow ui zeigt</translation>
    </message>
    <message>
        <source>Settings, metrics and report, as offline runs that wandb sync sends</source>
        <translation>Einstellungen, Metriken und Bericht als Offline-Läufe, die wandb sync sendet</translation>
    </message>
    <message>
        <source>Select a run first</source>
        <translation>Zuerst einen Lauf auswählen</translation>
    </message>
    <message>
        <source>MLflow&apos;s file store (mlruns)</source>
        <translation>Dateiablage von MLflow (mlruns)</translation>
    </message>
    <message>
        <source>Folder for wandb/</source>
        <translation>Ordner für wandb/</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) written. To see them: %1</source>
        <translation>
            <numerusform>%n Lauf geschrieben. Zum Ansehen: %1</numerusform>
            <numerusform>%n Läufe geschrieben. Zum Ansehen: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TryPage</name>
    <message>
        <source>Predict a f&amp;ile…</source>
        <translation>&amp;Datei vorhersagen…</translation>
    </message>
    <message>
        <source>Model to export</source>
        <translation>Zu exportierendes Modell</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Select a run to try its model.</source>
        <translation>Einen Lauf auswählen, um sein Modell auszuprobieren.</translation>
    </message>
    <message>
        <source>Writes a CSV with the model&apos;s answer to each row</source>
        <translation>Schreibt eine CSV mit der Antwort des Modells auf jede Zeile</translation>
    </message>
    <message>
        <source>Writes a CSV with the embedding of each row&apos;s text</source>
        <translation>Schreibt eine CSV mit dem Embedding des Textes jeder Zeile</translation>
    </message>
    <message>
        <source>Writes a CSV with the prediction and every class&apos;s probability of each row</source>
        <translation>Schreibt eine CSV mit Vorhersage und Wahrscheinlichkeit jeder Klasse für jede Zeile</translation>
    </message>
    <message>
        <source>There is no model to try yet: the first evaluation saves one.</source>
        <translation>Es gibt noch kein Modell zum Ausprobieren: Die erste Auswertung hinterlässt eines.</translation>
    </message>
    <message>
        <source>%1, beside the run on one CPU thread</source>
        <translation>%1, neben dem Lauf auf einem CPU-Thread</translation>
    </message>
    <message>
        <source>File of texts</source>
        <translation>Datei mit Texten</translation>
    </message>
    <message>
        <source>Words and texts (*.conll *.conllu *.txt *.tsv *.jsonl *.json *.csv *.gz *.zst);;All files (*)</source>
        <translation>Wörter und Texte (*.conll *.conllu *.txt *.tsv *.jsonl *.json *.csv *.gz *.zst);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.jsonl *.json *.gz *.zst);;All files (*)</source>
        <translation>Tabellen (*.csv *.tsv *.jsonl *.json *.gz *.zst);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Predictions cannot replace the file of the texts.</source>
        <translation>Vorhersagen können nicht die Datei der Texte ersetzen.</translation>
    </message>
    <message>
        <source>Predicting %1…</source>
        <translation>%1 wird vorhergesagt…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>No predictions are written.</source>
        <translation>Keine Vorhersagen wurden geschrieben.</translation>
    </message>
    <message>
        <source>Predictions written: %1, to %2</source>
        <translation>Geschriebene Vorhersagen: %1, in %2</translation>
    </message>
    <message numerus="yes">
        <source>Accuracy %1 of %n labelled row(s)</source>
        <translation>
            <numerusform>Genauigkeit %1 bei %n Zeile mit Label</numerusform>
            <numerusform>Genauigkeit %1 bei %n Zeilen mit Label</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Micro F1 %1, macro F1 %2, subset accuracy %3 of %n labelled row(s)</source>
        <translation>
            <numerusform>Mikro-F1 %1, Makro-F1 %2, Subset-Genauigkeit %3 bei %n Zeile mit Label</numerusform>
            <numerusform>Mikro-F1 %1, Makro-F1 %2, Subset-Genauigkeit %3 bei %n Zeilen mit Label</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pearson %1, Spearman %2, mean squared error %3 of %n labelled row(s)</source>
        <translation>
            <numerusform>Pearson %1, Spearman %2, mittlerer quadratischer Fehler %3 bei %n Zeile mit Label</numerusform>
            <numerusform>Pearson %1, Spearman %2, mittlerer quadratischer Fehler %3 bei %n Zeilen mit Label</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) have a label that the model does not know</source>
        <translation>
            <numerusform>%n Zeile hat ein Label, das das Modell nicht kennt</numerusform>
            <numerusform>%n Zeilen haben ein Label, das das Modell nicht kennt</numerusform>
        </translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Datei öffnen</translation>
    </message>
    <message>
        <source>Folder for the model</source>
        <translation>Ordner, in den das Modell kommt</translation>
    </message>
    <message>
        <source>The model is in %1.</source>
        <translation>Das Modell ist in %1.</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>Writes the model for other programs</source>
        <translation>Schreibt das Modell für andere Programme</translation>
    </message>
    <message>
        <source>Hugging Face &amp;folder…</source>
        <translation>Hugging-Face-&amp;Ordner…</translation>
    </message>
    <message>
        <source>With a model card made from the report</source>
        <translation>Mit einer Model Card aus dem Bericht</translation>
    </message>
    <message>
        <source>&amp;GGUF file…</source>
        <translation>&amp;GGUF-Datei…</translation>
    </message>
    <message>
        <source>GGUF files (*.gguf)</source>
        <translation>GGUF-Dateien (*.gguf)</translation>
    </message>
    <message>
        <source>For llama.cpp and programs built on it</source>
        <translation>Für llama.cpp und darauf aufbauende Programme</translation>
    </message>
    <message>
        <source>&amp;ONNX file…</source>
        <translation>O&amp;NNX-Datei…</translation>
    </message>
    <message>
        <source>ONNX files (*.onnx)</source>
        <translation>ONNX-Dateien (*.onnx)</translation>
    </message>
    <message>
        <source>For ONNX Runtime and programs built on it</source>
        <translation>Für ONNX Runtime und darauf aufbauende Programme</translation>
    </message>
    <message>
        <source>File to write the model to</source>
        <translation>Datei, in die das Modell geschrieben wird</translation>
    </message>
    <message>
        <source>Export a Hugging Face folder too for its tokenizer or image processor.</source>
        <translation>Für Tokenizer oder Bildprozessor zusätzlich einen Hugging-Face-Ordner exportieren.</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::UnsavedPresets</name>
    <message>
        <source>Unsaved changes were restored: %1</source>
        <translation>Ungespeicherte Änderungen wurden wiederhergestellt: %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Unsaved presets</source>
        <translation>Ungespeicherte Presets</translation>
    </message>
    <message numerus="yes">
        <source>%n preset(s) have changes that are not saved:</source>
        <translation>
            <numerusform>%n Preset hat ungespeicherte Änderungen:</numerusform>
            <numerusform>%n Presets haben ungespeicherte Änderungen:</numerusform>
        </translation>
    </message>
    <message>
        <source>Drafts are restored when the window is opened again.</source>
        <translation>Entwürfe werden wiederhergestellt, wenn das Fenster erneut geöffnet wird.</translation>
    </message>
    <message>
        <source>Keep as &amp;drafts</source>
        <translation>Als &amp;Entwürfe behalten</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::WarningList</name>
    <message>
        <source>There are no warnings.</source>
        <translation>Es gibt keine Warnungen.</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::WatchPage</name>
    <message>
        <source>Looking for runs…</source>
        <translation>Läufe werden gesucht…</translation>
    </message>
    <message>
        <source>There is no other run.</source>
        <translation>Es gibt keinen anderen Lauf.</translation>
    </message>
    <message>
        <source>The run is starting: it reads and tokenizes its data and loads the model first.</source>
        <translation>Der Lauf startet: Zuerst liest er seine Daten, tokenisiert sie und lädt das Modell.</translation>
    </message>
    <message>
        <source>Reading the journal…</source>
        <translation>Journal wird gelesen…</translation>
    </message>
    <message>
        <source>The journal has no steps: it is empty or damaged. Report and models are read from their own files.</source>
        <translation>Das Journal hat keine Schritte: Es ist leer oder beschädigt. Bericht und Modelle werden aus ihren eigenen Dateien gelesen.</translation>
    </message>
    <message>
        <source>The run has logged no step yet. Resume starts it again.</source>
        <translation>Der Lauf hat noch keinen Schritt protokolliert. Wiederaufnehmen startet ihn wieder.</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>Zustand des Laufs</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Überlagern</translation>
    </message>
    <message>
        <source>Lay the curves of other runs over these</source>
        <translation>Kurven anderer Läufe über diese legen</translation>
    </message>
    <message>
        <source>Overlay other runs</source>
        <translation>Andere Läufe überlagern</translation>
    </message>
    <message>
        <source>reading the journal</source>
        <translation>Journal wird gelesen</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ränge</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Proben</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>Log files</source>
        <translation>Logdateien</translation>
    </message>
    <message>
        <source>Open the folder with the output of each rank</source>
        <translation>Den Ordner mit den Ausgaben jedes Rangs öffnen</translation>
    </message>
    <message>
        <source>Open the folder of log files</source>
        <translation>Ordner der Logdateien öffnen</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>No process of this run is on this machine now.</source>
        <translation>Kein Rang dieses Laufs ist jetzt auf diesem Rechner.</translation>
    </message>
    <message>
        <source>This machine has no NVIDIA GPU.</source>
        <translation>Dieser Rechner hat keine NVIDIA-GPU.</translation>
    </message>
    <message>
        <source>The run is on %1; these are the devices of this machine.</source>
        <translation>Der Lauf ist auf %1; dies sind die Geräte dieses Rechners.</translation>
    </message>
    <message>
        <source>Log (%1)</source>
        <translation>Log (%1)</translation>
    </message>
    <message>
        <source>Ranks (%1 with a remark)</source>
        <translation>Ränge (%1 mit Bemerkung)</translation>
    </message>
    <message>
        <source>Warnings (%1)</source>
        <translation>Warnungen (%1)</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::WatchTiles</name>
    <message>
        <source>Total time</source>
        <translation>Gesamtzeit</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>validation %1</source>
        <translation>%1 (Validierung)</translation>
    </message>
    <message>
        <source>Best validation</source>
        <translation>Beste Validierung</translation>
    </message>
    <message>
        <source>no evaluation yet</source>
        <translation>noch keine Auswertung</translation>
    </message>
    <message>
        <source>Best validation %1</source>
        <translation>Beste Validierung: %1</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>bei Schritt %1</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Token/s</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 Schritte/s</translation>
    </message>
    <message>
        <source>GPU memory %1</source>
        <translation>GPU-Speicher %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>Speicher %1</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::WorstRows</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Test rows with the largest errors</source>
        <translation>Testzeilen mit den größten Fehlern</translation>
    </message>
    <message>
        <source>The whole text</source>
        <translation>Der ganze Text</translation>
    </message>
    <message>
        <source>Select a row to read its whole text.</source>
        <translation>Eine Zeile auswählen, um ihren ganzen Text zu lesen.</translation>
    </message>
</context>
</TS>
